// Checks that a contract declares the same calls in the browser's build, where schemas are stubs, as on the server.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { callsOf } from '#server/slice.ts'
import type { Call } from '#shared/call.ts'
import { bundleContract } from './bundle.mjs'

const root = join(import.meta.dirname, '../../..')
/** The properties of a call that the browser's client reads. */
const read = ({ name, method, path, access, kind, timeoutMs }: Call) => ({
  name,
  method,
  path,
  access,
  kind,
  timeoutMs,
})
/** Modules that a contract may bring along; any other would be loaded by every page that calls. */
const light = /^(src\/shared\/|src\/semantic\/model\/|src\/features\/\w+\/contract(\/\w+)?\.ts$|schema-stub:)/

/** Faults of a contract in the browser's build. `text` replaces the file's content. */
export async function contractFaults(
  file: string,
  onServer: readonly Call[],
  text?: string,
): Promise<string[]> {
  const loaded = await load(file, text).catch((error: Error) => error.message)
  if (typeof loaded === 'string')
    return [
      `${file} can't be loaded in the browser, where schemas are stubs: read no schema while it loads (${loaded})`,
    ]
  const said = new Map(loaded.calls.map((call) => [call.name, JSON.stringify(read(call))]))
  return [
    ...loaded.inputs
      .filter((input) => !light.test(input))
      .map(
        (input) =>
          `${file} brings ${input} into the browser: import no more than shared, semantic/model and typebox`,
      ),
    ...onServer
      .filter((call) => said.get(call.name) !== JSON.stringify(read(call)))
      .map(
        ({ name }) =>
          `${name} in ${file} says something else in the browser: write its path and access without reading a schema`,
      ),
  ]
}

async function load(file: string, text?: string): Promise<{ calls: Call[]; inputs: string[] }> {
  const { script, inputs } = await bundleContract(join(root, file), text)
  const address = `data:text/javascript;base64,${Buffer.from(script).toString('base64')}`
  return { calls: callsIn((await import(/* @vite-ignore */ address)) as object), inputs }
}

const callsIn = (contract: object): Call[] =>
  callsOf({ slice: { contract: { ...contract }, register: () => undefined } })

/** The contract's calls as declared on the server. */
export async function serverCalls(file: string): Promise<Call[]> {
  return callsIn((await import(/* @vite-ignore */ pathToFileURL(join(root, file)).href)) as object)
}
