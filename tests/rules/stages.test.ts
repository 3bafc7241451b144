// The stages of the report engine's plan: each takes what an earlier one made, and none knows of a later one.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { importedFile } from './named.ts'

const root = join(import.meta.dirname, '../..')
const plan = 'src/semantic/plan'

/** In the order of the work. `days` and `tree` are what plans are made of; `asked` to `columns` are the stages. */
const rooms = ['days', 'tree', 'asked', 'facts', 'compared', 'calculated', 'columns']
/** Plans of their own, made of the stages. */
const others = ['cohort', 'questions', 'report.ts']

const roomOf = (file: string): string | undefined =>
  file.startsWith(`${plan}/`) ? file.slice(plan.length + 1).split('/')[0] : undefined

const importsOf = (file: string): string[] =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/\bfrom '((?:\.{1,2}|#\w+)\/[^']+)'/g)].map(
    ([, named = '']) => importedFile(file, named),
  )

const filesIn = (room: string): string[] =>
  readdirSync(join(root, plan, room)).map((name) => `${plan}/${room}/${name}`)

it('every room of the plan has its place among the stages', () => {
  expect(readdirSync(join(root, plan)).sort()).toEqual([...rooms, ...others].sort())
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
  expect(wrong).toEqual([])
})

it('a report’s info is read by the request alone; the stages after it take the request', () => {
  const readers = ['facts', 'compared', 'calculated', 'columns']
    .flatMap(filesIn)
    .filter((file) =>
      /\binfo: ReportInfo\b|\{ [^}]*\}: ReportInfo\b/.test(readFileSync(join(root, file), 'utf8')),
    )
  expect(readers).toEqual([])
})
