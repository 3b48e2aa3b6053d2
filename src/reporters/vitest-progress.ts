/** Shows the progress of live calls beside what Vitest's own reporters show. */
import type { Vitest } from 'vitest/node'
import { progressLine, progressLines, type CallCounts } from './progress.ts'

const EVERY = 250
const CLEAR_LINE = '\r\u001b[K'

/** The part of the terminal that Vitest's reporters repaint; not public, so it may be missing or different. */
interface RepaintedWindow {
  options: { getWindow: () => string[] }
}

/**
 * Begins to show progress, and returns what ends it. On a terminal it is one line that is renewed, in the window that
 * Vitest repaints where there is one; anywhere else a line for every ten answers.
 */
export function showProgress(vitest: Vitest, read: () => CallCounts): () => void {
  const shown = show(vitest, read)
  const timer = setInterval(shown.renew, EVERY).unref()
  return () => {
    clearInterval(timer)
    shown.end()
  }
}

interface Shown {
  renew: () => void
  end: () => void
}

function show(vitest: Vitest, read: () => CallCounts): Shown {
  const { reporters = [] } = vitest as { reporters?: object[] }
  const window = reporters.map(windowOf).find(found => found !== undefined)
  if (window !== undefined) return lineInWindow(window, read)
  const { errorStream } = vitest.logger
  const isTerminal = (errorStream as Partial<NodeJS.WriteStream>).isTTY === true
  return isTerminal ? ownLine(errorStream, read) : logLines(vitest, read)
}

function logLines({ logger }: Vitest, read: () => CallCounts): Shown {
  let before: CallCounts = { asked: 0, answered: 0, failed: 0 }
  const renew = (): void => {
    const now = read()
    for (const line of progressLines(before, now)) logger.error(line)
    before = now
  }
  return { renew, end: renew }
}

function windowOf(reporter: object): RepaintedWindow | undefined {
  const { renderer, summary } = reporter as { renderer?: unknown; summary?: { renderer?: unknown } }
  const window = (renderer ?? summary?.renderer) as Partial<RepaintedWindow> | undefined
  return typeof window?.options?.getWindow === 'function' ? (window as RepaintedWindow) : undefined
}

/** Vitest repaints its window by itself, more often than we need. */
function lineInWindow({ options }: RepaintedWindow, read: () => CallCounts): Shown {
  const { getWindow } = options
  let line: string | undefined
  options.getWindow = () => (line === undefined ? getWindow() : ['', ` ${line}`, ...getWindow()])
  return {
    renew: () => {
      line = progressLine(read())
    },
    end: () => {
      options.getWindow = getWindow
    },
  }
}

function ownLine(stream: NodeJS.WritableStream, read: () => CallCounts): Shown {
  let shown = false
  const clear = (): void => {
    if (shown) stream.write(CLEAR_LINE)
    shown = false
  }
  return {
    renew: () => {
      const line = progressLine(read())
      if (line === undefined) return clear()
      stream.write(`${CLEAR_LINE}${line}`)
      shown = true
    },
    end: clear,
  }
}
