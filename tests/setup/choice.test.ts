// What `npm run check` runs for a change: its test folders, and the journeys that cover it.
import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { chooseJourneys, readJourneys } from '#e2e/choice.ts'
import { changedSince, findBase, roomOf, roomsOf } from '#setup/changed.mjs'

const root = join(import.meta.dirname, '../..')

describe('journeys', () => {
  it('are those through the slice of a change, whatever of it changed', async () => {
    const { chosen } = await chooseJourneys(['src/features/logsearch/web/LogSearchPage.tsx'])
    expect(chosen).toEqual(['logs'])
    expect((await chooseJourneys(['src/features/mfa/server/routes.ts'])).chosen).toEqual(['tags'])
    expect((await chooseJourneys(['src/features/statement/new.ts'])).chosen).toContain('analyst')
  })

  it('are those of the few slices that use a part of the platform', async () => {
    const { chosen } = await chooseJourneys(['src/shared/logQuery/read.ts'])
    expect(chosen).toContain('logs')
    expect(chosen).not.toContain('pivot')
  })

  it('are some that come through much where everybody uses what changed', async () => {
    for (const path of ['src/web/ui/TitledDialog.tsx', 'build.mjs', 'e2e/browser.ts', 'src/main-web.css']) {
      const { chosen } = await chooseJourneys([path])
      expect(chosen, path).toHaveLength(3)
    }
  })

  it('are those that import a page model, and a journey itself', async () => {
    const { chosen } = await chooseJourneys(['e2e/pages/logs.ts', 'e2e/journeys/zone.test.ts'])
    expect(chosen).toEqual(['logs', 'zone'])
  })

  it('are none for what is not served', async () => {
    const unserved = ['README.md', 'src/features/README.md', 'tests/anew.ts', 'src/setup/test.mjs']
    expect((await chooseJourneys(unserved)).chosen).toEqual([])
  })

  it('are all told of: as chosen, as left out, or as over all pages', async () => {
    const all = globSync('e2e/journeys/**/*.test.ts', { cwd: root }).map((path) =>
      path.replaceAll('\\', '/').slice('e2e/journeys/'.length, -'.test.ts'.length),
    )
    const { chosen, unconcerned, overAllPages } = await chooseJourneys(['src/features/alarm/contract.ts'])
    expect([...chosen, ...unconcerned, ...overAllPages].sort()).toEqual(all.sort())
    expect(overAllPages).toEqual(['accessible', 'failing', 'manners', 'names/long'])
  })

  it('each come through a slice, as far as their texts tell', async () => {
    const lost = (await readJourneys()).filter(({ slices }) => slices.size === 0).map(({ name }) => name)
    expect(lost, 'open a page by its address or title, or the check never chooses the journey').toEqual([])
  })
})

describe('rooms', () => {
  it('are the folder of the tests beside a file', () => {
    const changed = [
      'src/features/mfa/server/routes.ts',
      'tests/server/backup/backup.test.ts',
      'src/server/warehouse/duckdb/open.ts',
      'src/forecast/choose.ts',
      'tests/server/sealed.test.ts',
      'build.mjs',
      'README.md',
      'tests/anew.ts',
    ]
    expect(roomsOf(changed)).toEqual([
      'build',
      'features/mfa',
      'forecast',
      'server',
      'server/backup',
      'server/warehouse',
    ])
  })

  it('are there for all tests that start engines', () => {
    const files = globSync('tests/**/*.test.{ts,tsx}', { cwd: root })
    expect(files.filter((path) => roomOf(path) === null)).toEqual([])
  })
})

describe('what changed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'changed-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], { cwd: folder })

  it('is what was committed since main, what is not committed, and what is not added yet', () => {
    git('init', '-q', '-b', 'main')
    mkdirSync(join(folder, 'src'))
    for (const name of ['kept', 'edited', 'moved', '中文']) writeFileSync(join(folder, 'src', name), name)
    git('add', '.')
    git('commit', '-qm', 'first')
    git('switch', '-qc', 'work')
    git('mv', 'src/moved', 'src/there')
    git('commit', '-qm', 'second')
    writeFileSync(join(folder, 'src/edited'), 'anew')
    writeFileSync(join(folder, 'src/中文'), 'anew')
    writeFileSync(join(folder, 'src/added'), '')
    const base = findBase(['main'], folder)
    expect(changedSince(base ?? '', folder).sort()).toEqual([
      'src/added',
      'src/edited',
      'src/moved',
      'src/there',
      'src/中文',
    ])
  })

  it('has no beginning where no such branch is known', () => {
    expect(findBase(['no/such/branch'], folder)).toBeNull()
    expect(() => changedSince('no/such/commit', folder)).toThrow('git knows no commit no/such/commit.')
  })
})

it('the check is told of in package.json, and the whole stays what CI runs', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  expect(scripts.check).toBe('node src/setup/check.mjs')
  expect(readFileSync(join(root, '.ci/run'), 'utf8')).toMatch(/^npm test$/m)
})
