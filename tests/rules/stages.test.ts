// Stages of the report engine's plan import only earlier stages.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { importedFile } from './named.ts'

const root = join(import.meta.dirname, '../..')
const plan = 'src/semantic/plan'

/** In order. `days` and `tree` are the material of plans; `asked` to `columns` are the stages. */
const rooms = ['days', 'tree', 'asked', 'facts', 'compared', 'calculated', 'columns']
/** Separate plans built from the stages. */
const others = ['cohort', 'questions', 'report.ts']

const roomOf = (file: string): string | undefined =>
  file.startsWith(`${plan}/`) ? file.slice(plan.length + 1).split('/')[0] : undefined

const importsOf = (file: string): string[] =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/\bfrom '((?:\.{1,2}|#\w+)\/[^']+)'/g)].map(
    ([, named = '']) => importedFile(file, named),
  )

const filesIn = (room: string): string[] =>
  readdirSync(join(root, plan, room)).map((name) => `${plan}/${room}/${name}`)

it('every folder of the plan is listed among the stages', () => {
  expect(readdirSync(join(root, plan)).sort(), 'list the folder in `rooms` or `others`').toEqual(
    [...rooms, ...others].sort(),
  )
})

it('a stage of the plan imports no later stage', () => {
  const wrong = rooms.flatMap((room, place) =>
    filesIn(room).flatMap((file) =>
      importsOf(file)
        .filter((target) => {
          const to = roomOf(target)
          return to !== undefined && !rooms.slice(0, place + 1).includes(to)
        })
        .map((target) => `${file} → ${target}: move what both need into a room no later than ${room}`),
    ),
  )
  expect(rooms.flatMap(filesIn).flatMap(importsOf).length).toBeGreaterThan(100)
  expect(wrong, 'import only earlier stages').toEqual([])
})

it('only the request reads a report’s info; later stages take the request', () => {
  const readers = ['facts', 'compared', 'calculated', 'columns']
    .flatMap(filesIn)
    .filter((file) =>
      /\binfo: ReportInfo\b|\{ [^}]*\}: ReportInfo\b/.test(readFileSync(join(root, file), 'utf8')),
    )
  expect(readers, 'take what the request has read instead of ReportInfo').toEqual([])
})
