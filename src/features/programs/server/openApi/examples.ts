// Examples that answer in the demo, for calls whose contract has one that only shows the shape. A test runs all
// examples of calls that read.
import type { Call } from '#shared/call.ts'

type Example = Call['example']

const week = { dims: ['日期'], points: ['活跃用户'], dateRange: '近7天' }

const shown: Readonly<Record<string, Example>> = {
  getReportDataByInfo: {
    body: { info: { ...week, filters: [{ dim: '游戏', op: 'in', values: ['云海仙途'] }] } },
  },
  exporeExcel: { body: { reportName: '近7天活跃', info: week }, query: {} },
  runInBackground: { body: { reportName: '近7天活跃', info: week } },
  explainColumns: { body: { points: ['活跃用户'], dims: ['日期'] } },
  explainCell: { body: { info: week, key: '活跃用户', cells: {} } },
  listPlayers: { body: { info: week, key: '活跃用户', cells: {} } },
  explainChange: { body: { info: week, key: '活跃用户', cells: {}, against: 'previous' } },
  queryConfidenceInterval: { body: { point: 1, horizon: 30 } },
  backtestForecast: { body: { point: 1, lead: 7, count: 30 } },
  findUnusual: { body: { points: [1], from: '2026-10-01', to: '2026-10-07', level: 95, side: 'either' } },
  findMovers: { body: { point: 1, day: '2026-10-01', against: 'week' } },
  findRows: {
    body: { point: 1, dims: [3], from: '2026-10-01', to: '2026-10-07', way: 'inside', low: 1, high: 2 },
  },
  findGameServers: { query: { cgi: 'yhxt' } },
  estimatePush: { body: { cgi: 'yhxt' } },
  rehearseAlarm: {
    body: {
      rule: {
        name: '活跃下跌',
        games: '*',
        watch: { points: [1], dims: [], grain: 'day' },
        join: 'or',
        conditions: [{ kind: 'threshold', point: 1, op: 'lt', value: 1 }],
        lasting: 1,
        level: 'warning',
        quiet: null,
        rearmMinutes: 0,
        recovery: false,
        receiverIds: [],
        userIds: [],
        title: '',
        text: '',
        note: '',
      },
    },
  },
  previewDefinitions: {
    body: {
      file: {
        format: 'analytics-v3-definitions',
        version: 1,
        exportedAt: '',
        categories: [],
        dictionaries: [],
        dimensionTables: [],
        pointTables: [],
        dimensions: [],
        points: [],
        views: [],
      },
    },
  },
  query: { body: { sql: 'SELECT count(*) AS n FROM login_day' } },
}

export const exampleOf = (call: Pick<Call, 'name' | 'example'>): Example => shown[call.name] ?? call.example
