// Merging a page's first load gives one file that contains every module exactly once.
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Metafile } from 'esbuild'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { mergeFirst } from '#setup/mergeFirst.mjs'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'merge-'))
})
afterEach(() => rm(root, { recursive: true }))

const sources = {
  'state.js':
    'export let count = 0; export const add = () => { count += 1; return count }; export default "told"',
  'order.js': 'globalThis.order = [...(globalThis.order ?? []), "first"]',
  'main.js': `import './order.js'
    import { add } from './state.js'
    globalThis.start = async () => [add(), ...(await (await import('./page.js')).show())]`,
  'page.js': `import './order.js'
    import said, { add, count } from './state.js'
    export const show = async () => [add(), count, said, ...(await (await import('./part.js')).more())]`,
  'part.js': `import { add } from './state.js'
    export const more = () => [add(), globalThis.order.length]`,
}

async function merged(changed: Partial<typeof sources> = {}): Promise<{ files: string[]; out: string }> {
  const out = join(root, 'out')
  await rm(out, { recursive: true, force: true })
  await mkdir(out)
  for (const [name, text] of Object.entries({ ...sources, ...changed }))
    await writeFile(join(root, name), text)
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: { main: 'main.js' },
    outdir: 'out',
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    metafile: true,
    entryNames: '[name]-[hash]',
    chunkNames: 'chunk-[hash]',
  })
  return { files: await mergeFirst(root, metafile as Metafile, 'main.js'), out }
}

it('loads one file first, which shares its state with what comes later', async () => {
  const { files, out } = await merged()
  expect(files).toHaveLength(1)
  await import(/* @vite-ignore */ pathToFileURL(join(out, files[0] as string)).href)
  const { start } = globalThis as unknown as { start: () => Promise<unknown> }
  expect(await start()).toEqual([1, 2, 2, 'told', 3, 1])
})

it('leaves no file that leads to one that is gone', async () => {
  const { out } = await merged()
  const names = await readdir(out)
  for (const name of names) {
    for (const [, target] of (await readFile(join(out, name), 'utf8')).matchAll(/"\.\/([\w.-]+\.js)"/g)) {
      expect(names, `${name} leads to ${target}`).toContain(target)
    }
  }
})

it('gives every file that holds it a new name when the first file changes', async () => {
  const before = await readdir((await merged()).out)
  const after = await readdir((await merged({ 'order.js': 'globalThis.order = ["other"]' })).out)
  expect(before.filter((name) => after.includes(name))).toEqual([])
})
