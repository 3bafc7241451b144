// Builds the web part into dist/web: code splitting, hashed names, Monaco's worker, pruned CSS, brotli and
// gzip beside each file, and a size report. `node build.mjs` builds once; start.mjs watches with it.
import { createHash } from 'node:crypto'
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, extname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import * as esbuild from 'esbuild'
import { directImports } from './src/setup/directImports.mjs'
import { firstOutputs, mergeFirst } from './src/setup/mergeFirst.mjs'
import { noticesOf } from './src/setup/notices.mjs'
import { smallIcon } from './src/setup/smallIcon.mjs'
import { forgetBuilt } from './src/setup/sources.mjs'

const root = dirname(fileURLToPath(import.meta.url))
const compressible = new Set(['.js', '.css', '.html', '.svg', '.json', '.txt'])

const replaced = (contents) => () => ({ contents })

/**
 * Leaves out Blueprint's icon index and icon font tables, because icons are imported one by one: that saves 10.6 KB
 * (compressed) of the first load and 221 KB in total. Each icon has paths for 16 and 20 px; only the first is kept
 * and scaled for larger sizes, which saves another 1.0 KB of the first load and 13 KB in total. The build fails when
 * a new version of Blueprint writes its icons differently.
 */
const iconStub = {
  name: 'icon-stub',
  setup(build) {
    const icons = '@blueprintjs/icons/lib/esm'
    const stub = (file, contents) =>
      build.onLoad({ filter: new RegExp(`${icons}/${file}`) }, replaced(contents))
    stub(
      'allPaths\\.js$',
      'export const IconSvgPaths16 = {}, IconSvgPaths20 = {}; export const getIconPaths = () => []',
    )
    stub(
      'paths-loaders/',
      'export const allPathsLoader = async () => []; export const splitPathsBySizeLoader = async () => []',
    )
    stub(
      'iconCodepoints\\.js$',
      'export const IconCodepoints = {}; export const getIconContentString = () => ""',
    )
    stub('iconNames\\.js$', 'export const IconNames = {}, IconNamesSet = new Set()')
    build.onLoad(
      { filter: new RegExp(`${icons}/(svgIconContainer|generated/components/.*)\\.js$`) },
      async ({ path }) => ({ contents: smallIcon(await readFile(path, 'utf8'), path) }),
    )
  },
}

/**
 * Leaves out the sentences by which Blueprint tells developers that they use a component wrongly, which saves 1.3 KB
 * (compressed) of the first load. A development build has them.
 */
const warningStub = {
  name: 'warning-stub',
  setup(build) {
    if (build.initialOptions.define?.['process.env.NODE_ENV'] !== '"production"') return
    build.onLoad({ filter: /@blueprintjs\/core\/lib\/esm\/common\/errors\.js$/ }, async ({ path }) => {
      const names = [...(await readFile(path, 'utf8')).matchAll(/^export const (\w+)/gm)].map(
        ([, name]) => name,
      )
      const said = 'const said = "[Blueprint] A component is used wrongly; a development build says how."'
      return { contents: [said, ...names.map((name) => `export const ${name} = said`)].join('\n') }
    })
  },
}

/**
 * The browser needs only method, path, permission and time-out of contracts: their schemas are replaced by
 * nothing.
 */
const schemaStub = {
  name: 'schema-stub',
  setup(build) {
    build.onResolve({ filter: /^typebox$/ }, () => ({ path: 'typebox', namespace: 'schema-stub' }))
    build.onLoad({ filter: /.*/, namespace: 'schema-stub' }, () => ({
      contents: 'export const Type = new Proxy({}, { get: () => () => undefined })',
    }))
  },
}

/** A module's text that exports each of these values by its name. */
const declared = (values) =>
  Object.entries(values)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
    .join('\n')

/** Pinyin of the command titles, computed here so that the pinyin dictionary never reaches the browser. */
export const commandPinyin = {
  name: 'command-pinyin',
  setup(build) {
    build.onResolve({ filter: /^commands:pinyin$/ }, () => ({ path: 'pinyin', namespace: 'command-pinyin' }))
    build.onLoad({ filter: /.*/, namespace: 'command-pinyin' }, async () => {
      const load = (file) => import(pathToFileURL(join(root, file)).href)
      const [{ titleReadings }, { commands }] = await Promise.all([
        load('src/server/titleReadings.ts'),
        load('commands/index.ts'),
        load('src/main-slices.ts'),
      ])
      return { contents: declared(titleReadings(commands)) }
    })
  },
}

/** Titles of the guide's chapters with pinyin, also computed at build time. */
const guideIndex = {
  name: 'guide-index',
  setup(build) {
    build.onResolve({ filter: /^guide:index$/ }, () => ({ path: 'index', namespace: 'guide-index' }))
    build.onLoad({ filter: /.*/, namespace: 'guide-index' }, async () => {
      const load = (file) => import(pathToFileURL(join(root, file)).href)
      const [{ pinyinOf }, { makeGuideIndex }] = await Promise.all([
        load('src/server/pinyin.ts'),
        load('src/features/guide/web/guideIndex.ts'),
      ])
      return { contents: `export const guideIndex = ${JSON.stringify(await makeGuideIndex(pinyinOf))}` }
    })
  },
}

/**
 * Styles imported by code (Monaco's, and those of on-demand pages) are injected as one style element each.
 */
const named = Symbol('resolved by its name')
const importedStyles = {
  name: 'imported-styles',
  setup(build) {
    build.onResolve({ filter: /^[.#].*\.css$/ }, async ({ path, kind, importer, resolveDir, pluginData }) => {
      if (kind !== 'import-statement' || importer.includes('node_modules') || pluginData === named)
        return null
      // esbuild resolves a name (#web/…) or a relative path.
      const found = await build.resolve(path, { kind, importer, resolveDir, pluginData: named })
      return { ...found, namespace: 'imported-styles', sideEffects: true }
    })
    build.onLoad({ filter: /.*/, namespace: 'imported-styles' }, styleElement)
    build.onLoad({ filter: /monaco-editor\/.*\.css$/ }, styleElement)
  },
}

async function styleElement({ path }) {
  const bundled = await esbuild.build({
    entryPoints: [path],
    bundle: true,
    minify: true,
    write: false,
    logLevel: 'error',
    loader: { '.ttf': 'dataurl' },
  })
  return {
    contents: `const style = document.createElement('style'); style.textContent = ${JSON.stringify(
      bundled.outputFiles[0].text,
    )}; document.head.append(style)`,
    loader: 'js',
  }
}

/** Plugins for any build of our web code; tests and benchmarks that build their own pages use them, too. */
export const webPlugins = [
  warningStub,
  directImports,
  iconStub,
  schemaStub,
  commandPinyin,
  guideIndex,
  importedStyles,
]

export const webOptions = {
  absWorkingDir: root,
  bundle: true,
  format: 'esm',
  target: ['es2023', 'chrome120', 'firefox121', 'safari17.4'],
  jsx: 'automatic',
  charset: 'utf8',
  legalComments: 'none',
  mainFields: ['module', 'main'],
  conditions: ['browser', 'import', 'module'],
  loader: { '.svg': 'file', '.woff2': 'file', '.woff': 'empty', '.ttf': 'empty', '.eot': 'empty' },
}

const defines = (development) => ({
  'process.env.NODE_ENV': development ? '"development"' : '"production"',
  'process.env.BLUEPRINT_NAMESPACE': 'undefined',
  'process.env.REACT_APP_BLUEPRINT_NAMESPACE': 'undefined',
})

/** By the constants through which the code refers to the workers' addresses. */
const workers = {
  EDITOR_WORKER: ['editor-worker', 'monaco-editor/editor/editor.worker.js'],
  TOOLS_WORKER: ['tools-worker', 'src/features/tools/web/worker/toolsWorker.ts'],
}

/** Builds the workers and returns their addresses, which esbuild inserts for the constants. */
async function buildWorkers(outdir, development) {
  const { metafile } = await esbuild.build({
    ...webOptions,
    entryPoints: Object.fromEntries(Object.values(workers)),
    format: 'iife',
    minify: !development,
    outdir,
    entryNames: '[name]-[hash]',
    metafile: true,
    define: defines(development),
    logLevel: 'error',
  })
  const files = Object.keys(metafile.outputs).map((path) => basename(path))
  return Object.fromEntries(
    Object.entries(workers).map(([name, [file]]) => [
      name,
      JSON.stringify(`/assets/${files.find((one) => one.startsWith(`${file}-`))}`),
    ]),
  )
}

const optionsFor = (outdir, addresses, development, main, sheets) => ({
  ...webOptions,
  entryPoints: {
    [main]: `src/${main}.tsx`,
    ...Object.fromEntries(sheets.map((sheet) => [`${sheet}-styles`, `src/${sheet}.css`])),
  },
  splitting: true,
  minify: !development,
  sourcemap: development ? 'linked' : false,
  outdir,
  entryNames: '[name]-[hash]',
  chunkNames: 'chunk-[hash]',
  assetNames: '[name]-[hash]',
  metafile: true,
  define: { ...defines(development), ...addresses },
  plugins: webPlugins,
  logLevel: 'error',
})

const require = createRequire(import.meta.url)
/** Blueprint's class names by the constants in its code: BUTTON → bp6-button. */
const blueprintClasses = ['core', 'datetime', 'select', 'table'].map((name) =>
  require(`@blueprintjs/${name}/lib/cjs/common/classes.js`),
)
/** Composed at run time from props, or used only through Blueprint's documentation. */
const composedClasses =
  /^(intent|align|elevation|dark|focus|no-|position|overlay|interactive|disabled|active|fill|small|large)/

/** Names of the Blueprint classes (without `bp6-`) that the code of these outputs can put on an element. */
async function usedClasses(outputs) {
  const used = new Set()
  const inputs = outputs.flatMap(({ inputs }) =>
    Object.entries(inputs).filter(([, { bytesInOutput }]) => bytesInOutput > 0),
  )
  for (const file of new Set(inputs.map(([path]) => path))) {
    if (!/\.(js|ts|tsx|css)$/.test(file) || file.includes(':') || file.endsWith('common/classes.js')) continue
    if (file.endsWith('.css') && file.includes('node_modules')) continue
    const text = await readFile(join(root, file), 'utf8')
    for (const [, name] of text.matchAll(/\b([A-Z][A-Z0-9_]+)\b/g)) {
      for (const classes of blueprintClasses) {
        if (typeof classes[name] === 'string') used.add(classes[name].replace(/^bp6-/, ''))
      }
    }
    for (const [, name] of text.matchAll(/bp6-([a-z0-9-]+)/g)) used.add(name)
  }
  return used
}

/**
 * Drops Blueprint rules that no element can match: two thirds of its style sheet. `controlsOnly` keeps only
 * rules of its controls.
 */
function pruneStyles(css, used, controlsOnly) {
  const kept = (selector) =>
    [...selector.matchAll(/\.bp6-([a-z0-9-]+)/g)].every(
      ([, name]) => used.has(name) || composedClasses.test(name),
    )
  const pruneBlock = (text) => {
    let out = ''
    let at = 0
    while (at < text.length) {
      const open = text.indexOf('{', at)
      const semicolon = text.indexOf(';', at)
      if (open < 0) return out + text.slice(at)
      if (semicolon >= 0 && semicolon < open) {
        out += text.slice(at, semicolon + 1)
        at = semicolon + 1
        continue
      }
      const head = text.slice(at, open)
      let depth = 1
      let end = open + 1
      for (; depth > 0 && end < text.length; end++) {
        const quote = text[end]
        if (quote === '"' || quote === "'") {
          end++
          while (text[end] !== quote) end += text[end] === '\\' ? 2 : 1
        } else if (quote === '{') depth++
        else if (quote === '}') depth--
      }
      const body = text.slice(open + 1, end - 1)
      if (/^\s*@(media|supports|layer|container)/.test(head)) {
        const inner = pruneBlock(body)
        if (inner.trim()) out += `${head}{${inner}}`
      } else if (/^\s*@/.test(head)) out += `${head}{${body}}`
      else if (!head.includes('.bp6-')) out += controlsOnly ? '' : `${head}{${body}}`
      else {
        const selectors = splitSelectors(head).filter(kept)
        if (selectors.length) out += `${selectors.join(',')}{${body}}`
      }
      at = end
    }
    return out
  }
  return pruneBlock(css)
}

/** Splits at commas outside parentheses: `:is(a, b)` is one selector. */
function splitSelectors(head) {
  const selectors = []
  let depth = 0
  let start = 0
  for (let at = 0; at < head.length; at++) {
    if (head[at] === '(') depth++
    else if (head[at] === ')') depth--
    else if (head[at] === ',' && depth === 0) {
      selectors.push(head.slice(start, at))
      start = at + 1
    }
  }
  selectors.push(head.slice(start))
  return selectors
}

/** Writes the pruned style sheet under a new content hash, and returns its name. */
async function finishStyles(assets, { outputs }, { file, used, controlsOnly = false }) {
  const name = basename(Object.entries(outputs).find(([, made]) => made.entryPoint === file)[0])
  const pruned = pruneStyles(
    await readFile(join(assets, name), 'utf8'),
    await usedClasses(used),
    controlsOnly,
  )
  const hashed = `styles-${createHash('sha256').update(pruned).digest('hex').slice(0, 8).toUpperCase()}.css`
  await rm(join(assets, name))
  await writeFile(join(assets, hashed), pruned)
  return hashed
}

async function writePage(out, { entry, preload, styles, controls, development, name = 'index.html' }) {
  const template = await readFile(join(root, 'public', name), 'utf8')
  const links = preload.map((file) => `<link rel="modulepreload" href="/assets/${file}">`)
  const scripts = [...links, `<script type="module" src="/assets/${entry}"></script>`]
  if (development) scripts.push('<script type="module" src="/assets/reload.js"></script>')
  const sheets = [`<link rel="stylesheet" href="/assets/${styles}">`]
  // Read by web/ui/controlStyles.ts when a control is first shown.
  if (controls) sheets.push(`<meta name="controls" content="/assets/${controls}">`)
  const page = template
    .replace('<!--styles-->', sheets.join('\n    '))
    .replace('<!--scripts-->', scripts.join('\n    '))
  await writeFile(join(out, name), page)
}

/** In development a page checks once a second whether there is a newer build. */
async function writeReload(assets) {
  await writeFile(join(assets, 'build.txt'), String(Date.now()))
  await writeFile(
    join(assets, 'reload.js'),
    `let seen
setInterval(async () => {
  const build = await fetch('/assets/build.txt', { cache: 'no-store' }).then((reply) => reply.text()).catch(() => seen)
  if (seen !== undefined && build !== seen) location.reload()
  seen = build
}, 1000)
`,
  )
}

/** `quick`: fast compression, for tests; full compression takes more CPU than the rest of the build. */
async function compress(folder, quick) {
  const files = await readdir(folder, { recursive: true })
  await Promise.all(
    files
      .filter((file) => compressible.has(extname(file)))
      .map(async (file) => {
        const path = join(folder, file)
        const bytes = await readFile(path)
        if (bytes.length < 512) return
        // Quality 11 takes half a minute for Monaco; 9 makes it two percent larger.
        const thorough = bytes.length > 1_000_000 ? 9 : 11
        const quality = quick ? 5 : thorough
        const [brotli, zipped] = await Promise.all([
          promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
          promisify(gzip)(bytes, { level: 9 }),
        ])
        await Promise.all([writeFile(`${path}.br`, brotli), writeFile(`${path}.gz`, zipped)])
      }),
  )
}

async function reportSizes(assets, { entry, preload, styles }, embed) {
  const size = async (file) =>
    (await readFile(join(assets, `${file}.br`)).catch(() => readFile(join(assets, file)))).length
  const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1).padStart(8)} KB`
  const script = (await Promise.all([entry, ...preload].map(size))).reduce((sum, bytes) => sum + bytes, 0)
  const style = await size(styles)
  const first = new Set([entry, ...preload, styles])
  const embedded = await Promise.all([embed.entry, ...embed.preload, embed.styles].map(size))
  const rest = (await readdir(assets)).filter((file) => /\.(js|css)$/.test(file) && !first.has(file))
  const onDemand = (await Promise.all(rest.map(async (file) => [file, await size(file)]))).sort(
    (a, b) => b[1] - a[1],
  )
  console.log('Sizes as they travel (brotli):')
  console.log(
    `${kilobytes(script + style)}  first load: scripts ${kilobytes(script).trim()}, styles ${kilobytes(style).trim()}`,
  )
  console.log(`${kilobytes(embedded.reduce((sum, bytes) => sum + bytes, 0))}  an embed's first load`)
  for (const [file, bytes] of onDemand.slice(0, 6)) console.log(`${kilobytes(bytes)}  on demand: ${file}`)
  return { script, style }
}

/**
 * Builds into a temporary folder and renames it at the end, so that a running server always serves complete
 * builds.
 */
export async function buildWeb(options = {}) {
  const aside = join(root, `dist/web-${process.pid}`)
  try {
    return await buildAside(aside, options)
  } finally {
    await rm(aside, { recursive: true, force: true })
  }
}

/** Another build may run at the same time: the later one wins. */
async function putInPlace(aside) {
  const out = join(root, 'dist/web')
  for (let tries = 1; ; tries++) {
    const old = `${aside}-old`
    await rename(out, old).catch(() => {})
    try {
      await rename(aside, out)
      return
    } catch (error) {
      if (tries === 10) throw error
    } finally {
      await rm(old, { recursive: true, force: true })
    }
  }
}

/**
 * A page with its own scripts and styles: embeds share none with the product. `controls`: the style sheet of
 * on-demand controls. Built in a folder of its own, because chunk names of several pages may clash.
 */
async function buildPage(aside, { addresses, development, main, name, controls }) {
  const assets = join(aside, main)
  const sheets = controls ? [main, controls] : [main]
  const { metafile } = await esbuild.build(optionsFor(assets, addresses, development, main, sheets))
  const entryPoint = `src/${main}.tsx`
  const [entry, ...preload] = development
    ? firstOutputs(metafile, entryPoint).map((path) => basename(path))
    : await mergeFirst(root, metafile, entryPoint)
  const all = Object.values(metafile.outputs)
  const first = firstOutputs(metafile, entryPoint).map((path) => metafile.outputs[path])
  const styles = await finishStyles(assets, metafile, {
    file: `src/${main}.css`,
    used: controls ? first : all,
  })
  const onDemand = { file: `src/${controls}.css`, used: all, controlsOnly: true }
  const built = {
    entry,
    preload,
    styles,
    controls: controls && (await finishStyles(assets, metafile, onDemand)),
  }
  await writePage(aside, { ...built, development, name })
  await cp(assets, join(aside, 'assets'), { recursive: true })
  await rm(assets, { recursive: true })
  return { ...built, metafile }
}

async function buildAside(aside, { development = false, quick = false, quiet = false }) {
  const started = performance.now()
  const assets = join(aside, 'assets')
  await rm(aside, { recursive: true, force: true })
  await mkdir(assets, { recursive: true })
  await cp(join(root, 'public'), aside, { recursive: true })
  const addresses = await buildWorkers(assets, development)
  const main = await buildPage(aside, { addresses, development, main: 'main-web', name: 'index.html' })
  const embed = await buildPage(aside, {
    addresses,
    development,
    main: 'main-embed',
    name: 'embed.html',
    controls: 'main-embed-controls',
  })
  const { metafile } = main
  await writeFile(join(aside, 'third-party-notices.txt'), await noticesOf(root, [metafile, embed.metafile]))
  if (development) await writeReload(assets)
  else await compress(aside, quick)
  const sizes = quiet || quick || development ? null : await reportSizes(assets, main, embed)
  if (process.env.METAFILE) await writeFile(process.env.METAFILE, JSON.stringify(metafile))
  // A caller that builds for a start records the build after it is in place.
  forgetBuilt()
  await putInPlace(aside)
  if (!quiet) console.log(`Built the web part in ${((performance.now() - started) / 1000).toFixed(1)} s`)
  return sizes
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await buildWeb({ development: process.argv.includes('--dev'), quick: process.argv.includes('--quick') })
