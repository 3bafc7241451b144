// Merges a page's first load into one file. The bundler splits it at every boundary shared with on-demand
// pages into ninety files, most of a few hundred bytes: each is a request, and small files compress badly.
import { createHash } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import * as esbuild from 'esbuild'

/**
 * The bundler's helpers and React stay separate: large on-demand libraries need only these, and so keep their
 * names between releases.
 */
const isMerged = ({ inputs }) =>
  Object.keys(inputs).some(
    (path) => inputs[path].bytesInOutput > 0 && !path.startsWith('node_modules/react/'),
  )

/** An entry's output and its static imports, with the metafile's paths. */
export function firstOutputs({ outputs }, entryPoint) {
  const [entry] = Object.entries(outputs).find(([, made]) => made.entryPoint === entryPoint)
  const first = new Set([entry])
  for (const path of first)
    for (const { path: target, kind } of outputs[path].imports)
      if (kind === 'import-statement') first.add(target)
  return [...first]
}

/**
 * Merges an entry with its static imports in the build's folder, and returns the files of the first load, the
 * entry first.
 */
export async function mergeFirst(root, metafile, entryPoint) {
  const { outputs } = metafile
  const first = firstOutputs(metafile, entryPoint)
  const merged = first.filter((path) => isMerged(outputs[path]))
  const folder = join(root, dirname(first[0]))
  const renamed = namesAfter(outputs, merged)
  const newName = (path) => renamed.get(basename(path)) ?? basename(path)
  await writeFile(join(folder, newName(first[0])), rename(await bundled(folder, outputs, merged), renamed))
  const places = new Map(merged.map((path, place) => [basename(path), place]))
  for (const path of Object.keys(outputs)) {
    if (merged.includes(path) || !renamed.has(basename(path))) continue
    const text = await readFile(join(folder, basename(path)), 'utf8')
    const led = leadToMerged(text, places, newName(first[0]))
    await writeFile(join(folder, newName(path)), rename(led, renamed))
  }
  const former = new Set([...merged.map((path) => basename(path)), ...renamed.keys()])
  await Promise.all([...former].map((name) => rm(join(folder, name))))
  return [newName(first[0]), ...first.filter((path) => !merged.includes(path)).map((path) => basename(path))]
}

/** Renames every file that contains a changed name: an old cached file must not refer to new ones. */
function namesAfter(outputs, merged) {
  const changed = new Set(merged)
  const leadsToChanged = ([, { imports }]) => imports.some(({ path }) => changed.has(path))
  for (let before = 0; before < changed.size; ) {
    before = changed.size
    for (const found of Object.entries(outputs).filter(leadsToChanged)) changed.add(found[0])
  }
  const digest = hashOf(
    [...changed]
      .map((path) => basename(path))
      .sort()
      .join(),
  )
  const kept = [...changed].filter((path) => path === merged[0] || !merged.includes(path))
  return new Map(
    kept.map((path) => {
      const name = basename(path)
      const stem = name.replace(/-[A-Z0-9]+\.js$/, '')
      return [name, `${stem}-${hashOf(name + digest)}.js`]
    }),
  )
}
const hashOf = (text) => createHash('sha256').update(text).digest('hex').slice(0, 8).toUpperCase()

/** Export names of the merged file are prefixed with the index of their original output. */
const exportedAs = (place, name) => `f${place}${name}`

async function bundled(folder, outputs, merged) {
  const names = new Set(merged.map((path) => `./${basename(path)}`))
  const lines = merged.map((path, place) => {
    const given = outputs[path].exports.map((name) => `${name} as ${exportedAs(place, name)}`)
    const source = JSON.stringify(`./${basename(path)}`)
    return given.length === 0 ? `import ${source}` : `export { ${given} } from ${source}`
  })
  const keepOthers = {
    name: 'keep-others',
    setup(build) {
      build.onResolve({ filter: /^\./ }, ({ path }) => (names.has(path) ? null : { path, external: true }))
    },
  }
  const { outputFiles } = await esbuild.build({
    stdin: { contents: lines.join('\n'), resolveDir: folder, loader: 'js' },
    bundle: true,
    minify: true,
    format: 'esm',
    charset: 'utf8',
    write: false,
    plugins: [keepOthers],
    logLevel: 'error',
  })
  return outputFiles[0].text
}

/** Redirects a file's imports from the parts to the merged file. */
function leadToMerged(text, places, target) {
  const led = text.replace(
    /(\bimport\s*)(\{[^}]*\}\s*from\s*)?"\.\/([\w.-]+\.js)"/g,
    (whole, word, list, name) => {
      const place = places.get(name)
      if (place === undefined) return whole
      const names = list?.replace(/([\w$]+)(\s+as\s+[\w$]+)?(?=\s*[,}])/g, (_, given, local) => {
        return `${exportedAs(place, given)}${local ?? ` as ${given}`}`
      })
      return `${word}${names ?? ''}"./${target}"`
    },
  )
  for (const name of places.keys()) {
    if (led.includes(`"./${name}"`)) throw new Error(`a file imports ${name} in a way that is not known here`)
  }
  return led
}

const rename = (text, renamed) =>
  text.replace(/"\.\/([\w.-]+\.js)"/g, (whole, name) =>
    renamed.has(name) ? `"./${renamed.get(name)}"` : whole,
  )
