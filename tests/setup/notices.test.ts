// The notices that the build writes name every shipped package with its licence.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { beforeAll, describe, expect, it } from 'vitest'
import { bundledIn, noticesOf } from '#setup/notices.mjs'

const root = join(import.meta.dirname, '../..')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')

interface Locked {
  version?: string
  dev?: boolean
}
const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> }
const nameOf = (folder: string): string => folder.split('node_modules/').at(-1) ?? ''

describe('third-party notices', () => {
  let text = ''
  beforeAll(async () => {
    text = await noticesOf(root, [])
  })
  const isNamed = (folder: string): boolean =>
    text.includes(`\n${nameOf(folder)} ${packages[folder]?.version}\n`)

  it('name each package of a production installation, with its version', () => {
    const shipped = Object.keys(packages).filter(
      (folder) => folder !== '' && !packages[folder]?.dev && existsSync(join(root, folder)),
    )
    expect(shipped).toContain('node_modules/fastify')
    expect(shipped.filter((folder) => !isNamed(folder))).toEqual([])
  })

  it('name no tool of development', () => {
    expect(isNamed('node_modules/vitest')).toBe(false)
  })

  it('hold the text of a licence as its package has it', () => {
    expect(text).toContain(read('node_modules/react/LICENSE').trim())
    expect(text).toContain(read('node_modules/echarts/NOTICE').trim())
  })

  it('name what a build bundles, wherever it lies', async () => {
    const { metafile } = await build({
      stdin: { contents: "import 'kbar'", resolveDir: root },
      absWorkingDir: root,
      bundle: true,
      write: false,
      metafile: true,
      logLevel: 'silent',
    })
    expect(bundledIn(metafile)).toContain('node_modules/kbar')
    // A tool of development, until a build of the product bundles it.
    expect(isNamed('node_modules/kbar')).toBe(false)
    expect(await noticesOf(root, [metafile])).toContain(`\nkbar ${packages['node_modules/kbar']?.version}\n`)
  })
})
