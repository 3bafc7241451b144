// Blueprint's index exports everything, so a bundler with code splitting would put every component used by
// any page into the first load. While building, `import { Button } from '@blueprintjs/core'` is therefore
// read as an import from the file that declares Button: the first load then holds only what the shell uses.
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { inChinese } from './blueprintWords.mjs'

/** Package → its index file, and exports that are not in any index. */
const indexes = {
  '@blueprintjs/core': 'lib/esm/index.js',
  '@blueprintjs/icons': 'lib/esm/generated/index.js',
}

const importers =
  /(?:[\\/]src[\\/].*\.tsx?|@blueprintjs[\\/](?:core|select|datetime|table)[\\/]lib[\\/]esm[\\/].*\.js)$/

export const directImports = {
  name: 'direct-imports',
  setup(build) {
    const root = build.initialOptions.absWorkingDir ?? process.cwd()
    const declared = Object.fromEntries(
      Object.entries(indexes).map(([name, index]) => [
        name,
        exportsOf(join(root, 'node_modules', name, index)),
      ]),
    )
    build.onLoad({ filter: importers }, async ({ path }) => {
      // Only one plugin can load a file, so the translation is done here, too.
      const text = inChinese(path, await readFile(path, 'utf8'))
      if (path.includes('@blueprintjs')) return { contents: redirected(text, declared) }
      if (!text.includes('@blueprintjs/')) return undefined
      return { contents: redirected(text, declared), loader: /\.(tsx|ts|js)$/.exec(path)[1] }
    })
  },
}

/** The text with imports redirected to the declaring files, on the same lines. */
function redirected(text, declared) {
  return text.replace(
    /import\s*\{([^}]*)\}\s*from\s*(['"])(@blueprintjs\/(?:core|icons))\2;?/g,
    (statement, list, _quote, name) => {
      const specifiers = list.split(',').flatMap((one) => one.trim() || [])
      const moved = specifiers.map((one) => moveSpecifier(one, declared[name]))
      const left = specifiers.filter((_, at) => moved[at] === null)
      if (left.length === specifiers.length) return statement
      const lines = statement.split('\n').length - 1
      const rest = left.length > 0 ? [`import { ${left.join(', ')} } from '${name}';`] : []
      return [...rest, ...moved.filter(Boolean)].join(' ') + '\n'.repeat(lines)
    },
  )
}

/** One specifier as a separate import; null for types and for names without a known file. */
function moveSpecifier(specifier, files) {
  const [, imported, local] = /^(\w+)(?:\s+as\s+(\w+))?$/.exec(specifier) ?? []
  const found = imported === undefined ? undefined : files.get(imported)
  if (found === undefined) return null
  return `import { ${found.name} as ${local ?? imported} } from ${JSON.stringify(found.file)};`
}

/** Exported name → declaring file and the name there, following `export … from`. */
function exportsOf(file, found = new Map()) {
  const text = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  const target = (path) => {
    const whole = resolve(dirname(file), path)
    for (const ending of ['.js', '/index.js']) {
      try {
        readFileSync(whole + ending)
        return whole + ending
      } catch {
        // Try the other file ending.
      }
    }
    return null
  }
  for (const [, list, from] of text.matchAll(/export\s*\{([^}]*)\}\s*from\s*["'](\.[^"']*)["']/g)) {
    const declaring = target(from)
    for (const one of list.split(',')) {
      const [, name, as] = /^\s*(\w+)(?:\s+as\s+(\w+))?\s*$/.exec(one) ?? []
      if (declaring && name && !found.has(as ?? name)) found.set(as ?? name, { file: declaring, name })
    }
  }
  for (const [, from] of text.matchAll(/export\s*\*\s*from\s*["'](\.[^"']*)["']/g)) {
    const further = target(from)
    if (further) exportsOf(further, found)
  }
  return found
}
