// A plan says in words what each of the engine's steps computes: its columns by name, conditions, joins.
import { beforeAll, expect, it } from 'vitest'
import { explainSql, type PlanStep } from '#features/code/contract.ts'
import { planWords } from '#features/code/web/results/plan/words.ts'
import { makeRunsHouse, type RunsHouse } from './runsHouse.ts'

let writer: Awaited<ReturnType<RunsHouse['writer']>>

beforeAll(async () => {
  writer = await (await makeRunsHouse()).writer()
})

async function wordsFor(sql: string): Promise<string[]> {
  const { data } = await writer.call<{ plan: PlanStep }>(explainSql, { body: { sql } })
  const words = [...planWords(data.plan).values()]
  expect(words.filter((text) => /#\d|undefined| {2}/.test(text))).toEqual([])
  return words
}

it.each([
  [
    'select cgi, count(distinct player) as n, sum(minutes) from visit where minutes > 5 group by 1 having n > 1 order by 3 desc limit 2',
    [
      '读取 visit 的 cgi，player，minutes，只要 minutes>5 的行',
      '只留 n > 1 的行',
      '降序，取前 2 行',
      '按 cgi 分组，算 count(DISTINCT player)，sum(minutes)',
    ],
  ],
  [
    'select v.cgi, count(*) from visit v left join numbers on n = v.player group by 1',
    ['右连接 numbers 与 visit，条件 n = player', '按 cgi 分组，算 count(*)'],
  ],
  [
    'with daily as (select day, sum(minutes) as m from visit group by 1) select *, sum(m) over (order by day) from daily where m > (select avg(m) from daily)',
    [
      '先算公用表 daily，后面再读',
      '读取公用表 daily',
      '对所有行算 avg(m)',
      '子查询的结果只能有一行',
      '按 day 分组，算 sum(minutes)',
    ],
  ],
  ['select distinct cgi from visit', ['按 cgi 去重']],
  ['select count(*), avg(minutes) from visit', ['对所有行算 count(*)，avg(minutes)']],
  ['select upper(note) as u from visit order by u', ['算 u', '按 upper(visit.note) 升序 排序']],
  [
    'select minutes, day from visit where cgi in (select cgi from visit where minutes > 20)',
    ['只留左边有匹配的行'],
  ],
])('%s', async (sql, told) => {
  const words = await wordsFor(sql)
  for (const text of told) expect(words).toContainEqual(expect.stringContaining(text))
})
