// A contract as the browser gets it.
import { dirname } from 'node:path'
import * as esbuild from 'esbuild'
import { webOptions, webPlugins } from '../../../build.mjs'

/** `text` stands in for what the file holds. Rejects where it can't be built. */
export async function bundleContract(file, text) {
  const entry =
    text === undefined
      ? { entryPoints: [file] }
      : { stdin: { contents: text, resolveDir: dirname(file), sourcefile: file, loader: 'ts' } }
  const { outputFiles, metafile } = await esbuild.build({
    ...webOptions,
    ...entry,
    plugins: webPlugins,
    outdir: 'unwritten',
    write: false,
    metafile: true,
    logLevel: 'silent',
  })
  return { script: outputFiles[0].contents, inputs: Object.keys(metafile.inputs) }
}
