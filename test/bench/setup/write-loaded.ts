/** Preloaded into every process of a run: writes down each module as it is loaded, into the file `BENCH_LOADED` names. */
import { appendFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

const file = process.env.BENCH_LOADED
if (file === undefined) throw new Error('BENCH_LOADED names no file')

registerHooks({
  load(url, context, nextLoad) {
    appendFileSync(file, `${url}\n`)
    return nextLoad(url, context)
  },
})
