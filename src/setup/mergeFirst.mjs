// What a page loads first comes as one file. The bundler cuts it at every line along which some page on demand shares
// it, into ninety files of which most hold a few hundred bytes: each is a request, and they compress badly apart.
import { createHash } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import * as esbuild from 'esbuild'

/**
 * The bundler's own helpers and React itself stay apart: large libraries on demand need these alone, and so keep their
 * names from release to release.
 */
const isMerged = ({ inputs }) =>
  Object.keys(inputs).some(
    (path) => inputs[path].bytesInOutput > 0 && !path.startsWith('node_modules/react/'),
  )

/** An entry's output and what it imports at once, with the paths of the metafile. */
export function firstOutputs({ outputs }, entryPoint) {
  const [entry] = Object.entries(outputs).find(([, made]) => made.entryPoint === entryPoint)
  const first = new Set([entry])
  for (const path of first)
    for (const { path: target, kind } of outputs[path].imports)
      if (kind === 'import-statement') first.add(target)
  return [...first]
}

/**
 * Merges the entry with what it imports at once, in the folder of the build, and answers the names of the files that
 * the page loads first, the entry before.
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

/** New names for all that holds a name which changes: whoever has the old file must not meet the new one in it. */
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

/** Exports of the merged file are told apart by the place of the output that they come from. */
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

/** Lets a file import from the merged one what it imported from its parts. */
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
