// Sort orders and filters of views are stored, also with many requests at once.
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ViewSpecs } from '#server/results/viewSpecs.ts'

it('keeps each of the views that come at once, over a restart', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'views-'))
  const specs = new ViewSpecs(folder)
  const given = Array.from({ length: 40 }, (_, column) => ({ sort: [{ column, desc: false }], filters: [] }))
  const ids = await Promise.all(given.map((spec) => specs.add('result', spec)))
  expect(new Set(ids).size).toBe(40)
  const later = new ViewSpecs(folder)
  expect(await Promise.all(ids.map((id) => later.find('result', id)))).toEqual(given)
  rmSync(folder, { recursive: true })
})

it('knows no view that could not be written', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'views-'))
  const specs = new ViewSpecs(folder)
  const given = { sort: [{ column: 1, desc: false }], filters: [] }
  // In the way of the file that is written aside.
  mkdirSync(join(folder, 'result.views.part'))
  await expect(specs.add('result', given)).rejects.toThrow('EISDIR')
  rmSync(join(folder, 'result.views.part'), { recursive: true })
  const id = await specs.add('result', given)
  expect(await new ViewSpecs(folder).find('result', id)).toEqual(given)
  expect(readdirSync(folder)).toEqual(['result.views'])
  rmSync(folder, { recursive: true })
})
