// Who is behind a figure: its players, one player's history, and the players kept as a segment. Expected players are
// counted by hand from the rows in office.ts.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ReportInfo } from '#semantic/model/types.ts'
import { describeEngines } from '#tests/factories/engines.ts'
import type { Person } from '#tests/factories/house.ts'
import { listSegments, type SegmentList } from '#features/segment/contract.ts'
import {
  type Cell,
  getPlayerHistory,
  keepPlayers,
  listPlayers,
  type PlayerHistory,
  type PlayerList,
} from '#features/statement/contract.ts'
import { makeOffice, type Office } from './office.ts'

describeEngines('who is behind a figure', (engine) => {
  let office: Office
  let analyst: Person
  beforeAll(async () => {
    office = await makeOffice(await engine.options())
    analyst = await office.person({ keys: ['search_config', 'search_sqlQuery'] })
  })
  afterAll(() => office?.dispose())

  const cellOf = (change: Partial<ReportInfo>, key: string, cells: Record<string, Cell> = {}) => ({
    info: office.info(change),
    key,
    cells,
  })
  type Asked = Parameters<typeof cellOf>
  interface Listed {
    lists: PlayerList[] | null
    masked: boolean
  }
  const listed = async (person: Person, asked: Asked, more = {}): Promise<Listed> =>
    (await person.call<Listed>(listPlayers, { body: { ...cellOf(...asked), ...more } })).data
  /** Rows of a list, in its columns' order. */
  const rowsOf = ({ columns, data, rowCount }: PlayerList) =>
    Array.from({ length: rowCount }, (_, row) => columns.map((_, at) => data[at]?.[row] ?? null))

  describe('players behind a cell', () => {
    it('lists them by their own figure, the greatest first, with their rows and days', async () => {
      const { dims, points } = office
      const { lists, masked } = await listed(analyst, [
        { dims: [dims.game], points: [points.minutes] },
        `p${points.minutes}`,
      ])
      expect(masked).toBe(false)
      expect(lists).toHaveLength(1)
      const [list] = lists as [PlayerList]
      expect([list.title, list.total]).toEqual(['在线时长', 5])
      expect(list.columns.map(({ title }) => title)).toEqual([
        '游戏',
        '玩家',
        '行数',
        '最早',
        '最近',
        '在线时长',
      ])
      expect(rowsOf(list)).toEqual([
        ['b', '3', 2, '2026-10-01', '2026-10-02', 80],
        ['a', '1', 2, '2026-10-01', '2026-10-02', 50],
        ['a', '2', 1, '2026-10-01', '2026-10-01', 20],
        ['a', '4', 1, '2026-10-02', '2026-10-02', 5],
        ['a', '5', 1, '2026-10-02', '2026-10-02', 5],
      ])
    })

    it('keeps to the cell: its values, its empty value, its day, its conditions', async () => {
      const { dims, points } = office
      const by = { dims: [dims.date, dims.channel], points: [points.revenue] }
      const at = async (day: string, channel: string | null) => {
        const cells = { [`d${dims.date}`]: day, [`d${dims.channel}`]: channel }
        const { lists } = await listed(analyst, [by, `p${points.revenue}`, cells])
        return rowsOf((lists as [PlayerList])[0]).map(([, player, , , , figure]) => [player, figure])
      }
      expect(await at('2026-10-02', 'store')).toEqual([
        ['3', 900],
        ['1', 50],
      ])
      // Refunded orders don't count.
      expect(await at('2026-10-02', 'web')).toEqual([])
      const empty = { [`d${dims.channel}`]: null }
      const minutes = { dims: [dims.channel], points: [points.minutes] }
      const { lists } = await listed(analyst, [minutes, `p${points.minutes}`, empty])
      expect(rowsOf((lists as [PlayerList])[0]).map(([, player]) => player)).toEqual(['5'])
    })

    it('lists those of each part of a computed figure', async () => {
      const { points } = office
      const { lists } = await listed(analyst, [{ dims: [], points: [points.arpu] }, `p${points.arpu}`])
      expect(lists?.map(({ title, total }) => [title, total])).toEqual([
        ['充值金额', 3],
        ['活跃用户', 5],
      ])
    })

    it('lists both sides of a change, each with its own', async () => {
      const { dims, points } = office
      const change: Partial<ReportInfo> = {
        dims: [dims.date],
        points: [points.minutes],
        compare: 'previous',
      }
      const { lists } = await listed(analyst, [
        change,
        `p${points.minutes}_diff`,
        { [`d${dims.date}`]: '2026-10-02' },
      ])
      expect(lists?.map(({ title, total }) => [title, total])).toEqual([
        ['本期：在线时长', 4],
        ['对比期：在线时长', 3],
      ])
    })

    it('lists the players of a report about players', async () => {
      const { points } = office
      const info: Partial<ReportInfo> = {
        kind: 'retention',
        dims: [],
        points: [points.players, points.players],
      }
      const { lists } = await listed(analyst, [info, 'r1'])
      expect(lists?.map(({ title, total }) => [title, total])).toEqual([
        ['分子：回来的玩家', 2],
        ['分母：满这么多天的玩家', 5],
      ])
    })

    it('shows a reader players of their games alone, and nobody without the right to see rows', async () => {
      const { points } = office
      const asked: Asked = [{ dims: [], points: [points.minutes] }, `p${points.minutes}`]
      const ofB = await office.person({ keys: ['search_sqlQuery'], games: ['b'] })
      const { lists } = await listed(ofB, asked)
      expect(rowsOf((lists as [PlayerList])[0]).map(([game, player]) => [game, player])).toEqual([['b', '3']])
      const reader = await office.person({ keys: ['search_customReport'] })
      expect((await listed(reader, asked)).lists).toBeNull()
    })
  })

  describe('one player', () => {
    const history = async (person: Person, game: string, player: string) =>
      person.call<PlayerHistory>(getPlayerHistory, { body: { game, player } })

    it('tells what the player did, the newest first, over all tables, and is audited', async () => {
      const { data } = await history(analyst, 'a', '1')
      expect(data.events.map(({ at, title }) => [at.slice(0, 10), title])).toEqual([
        ['2026-10-02', '订单'],
        ['2026-10-02', '访问'],
        ['2026-10-01', '订单'],
        ['2026-10-01', '访问'],
      ])
      expect(data.events[0]?.cells).toContainEqual({ name: 'amount', title: 'amount', value: 50 })
      expect(data.more).toBe(false)
      const { db } = office.deps.metadata
      const audits = await db.selectFrom('audit').selectAll().where('action', '=', 'player.history').execute()
      expect(audits.map(({ user_id, detail }) => [user_id, JSON.parse(detail)])).toEqual([
        [analyst.id, { cgi: 'a', player: '1' }],
      ])
    })

    it('tells a reader nothing of other games, and of an id that can be nobody’s', async () => {
      const ofB = await office.person({ keys: ['search_sqlQuery'], games: ['b'] })
      const refused = await ofB.call(getPlayerHistory, { body: { game: 'a', player: '1' } })
      expect(refused.envelope).toMatchObject({ isSuccess: false, code: 'object_missing' })
      for (const player of ["1' OR 1=1 --", '01', '1.0', ' ', '9'.repeat(60), '玩家']) {
        const { data } = await history(analyst, 'a', player)
        expect(data.events).toEqual([])
      }
    })
  })

  describe('players kept as a segment', () => {
    it('keeps exactly those of the list, with their games', async () => {
      const { db } = office.deps.metadata
      await db
        .insertInto('game')
        .values(['a', 'b'].map((cgi) => ({ cgi, name: `游戏 ${cgi}` })))
        .execute()
      const { dims, points } = office
      const cells = { [`d${dims.date}`]: '2026-10-02' }
      const body = {
        ...cellOf({ dims: [dims.date], points: [points.revenue] }, `p${points.revenue}`, cells),
        list: '充值金额',
        name: '付费的人',
      }
      const { data } = await analyst.call<{ id: number; players: number; left: number }>(keepPlayers, {
        body,
      })
      expect(data).toMatchObject({ players: 2, left: 0 })
      const parts = await db
        .selectFrom('segment_list')
        .selectAll()
        .where('segment_id', '=', data.id)
        .execute()
      const members = parts.flatMap(({ games, players }) =>
        (JSON.parse(games) as string[]).map((game, at) => [game, (JSON.parse(players) as string[])[at]]),
      )
      expect(members.toSorted()).toEqual([
        ['a', '1'],
        ['b', '3'],
      ])
      const { data: all } = await analyst.call<SegmentList>(listSegments)
      expect(all.rows.find(({ id }) => id === data.id)).toMatchObject({ name: '付费的人', games: ['a', 'b'] })
    })

    it('leaves out players of games that are not registered, and says how many', async () => {
      const { points } = office
      const body = {
        ...cellOf({ dims: [], points: [points.revenue] }, `p${points.revenue}`),
        list: '充值金额',
        name: '付费的人，登记过的游戏',
      }
      const { data } = await analyst.call<{ players: number; left: number }>(keepPlayers, { body })
      expect(data).toMatchObject({ players: 2, left: 1 })
    })

    it('refuses a list that is gone, an empty one, and one without games, and saves nothing', async () => {
      const { dims, points } = office
      const refused = async (asked: Asked, list: string) =>
        (await analyst.call(keepPlayers, { body: { ...cellOf(...asked), list, name: '不该有' } })).envelope
          ?.msg
      const revenue: Asked = [
        { dims: [dims.channel], points: [points.revenue] },
        `p${points.revenue}`,
        { [`d${dims.channel}`]: 'none' },
      ]
      expect(await refused(revenue, '别的')).toContain('没有这份名单')
      expect(await refused(revenue, '充值金额')).toContain('没有玩家')
      const retained: Asked = [{ kind: 'retention', dims: [], points: [points.players, points.players] }, 'n']
      expect(await refused(retained, '玩家')).toContain('没有说玩家在哪个游戏')
      const { data: all } = await analyst.call<SegmentList>(listSegments)
      expect(all.rows.map(({ name }) => name)).not.toContain('不该有')
    })
  })
})
