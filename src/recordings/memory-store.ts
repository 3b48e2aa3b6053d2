/** Recordings in memory: for tests, and for runs that must leave no file. */
import { checkName, type RecordingStore } from './store.ts'

/** An empty store that lives as long as it is referred to. */
export function memoryStore(): RecordingStore {
  const texts = new Map<string, string>()
  const publish = (name: string, text: string): string => {
    const standing = texts.get(checkName(name))
    if (standing === undefined) texts.set(name, text)
    return standing ?? text
  }
  return {
    location: 'memory',
    read: name => texts.get(checkName(name)),
    list: () => [...texts.keys()].sort(),
    publish,
    replace: (name, text) => {
      texts.set(checkName(name), text)
    },
    exchange: (name, expected, text) => {
      if (texts.get(checkName(name)) === expected) texts.set(name, text)
      return publish(name, text)
    },
    remove: name => {
      texts.delete(checkName(name))
    },
  }
}
