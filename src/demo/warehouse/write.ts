// Creates the demo's tables on a connection, in the order of their dependencies.
import type { DuckDBConnection } from '@duckdb/node-api'
import { activity, gameEvent, loginDay, online } from './activity.ts'
import { comments } from './comments.ts'
import { demoDays } from './days.ts'
import { payLedger } from './ledger.ts'
import { adCost, currencyBalance, payOrder } from './money.ts'
import { gameDays, lookUps, players, register } from './people.ts'

export interface DemoProgress {
  /** The current step, in Chinese. */
  step: string
  /** Finished share, 0 to 1. */
  fraction: number
}

interface Step {
  step: string
  /** Rough share of the total time. */
  weight: number
  sql: string[]
}

export async function writeDemo(
  connection: DuckDBConnection,
  today: string,
  scale: number,
  onProgress: (progress: DemoProgress) => void,
): Promise<void> {
  // Tables that need an order are sorted; others may be written as rows are ready.
  await connection.run('SET preserve_insertion_order = false')
  const steps = plan(today, scale)
  const whole = steps.reduce((sum, step) => sum + step.weight, 0)
  let done = 0
  for (const { step, weight, sql } of steps) {
    onProgress({ step, fraction: done / whole })
    for (const statement of sql) await connection.run(statement)
    done += weight
  }
  for (const statement of comments(await columnsOf(connection))) await connection.run(statement)
  onProgress({ step: '发布', fraction: 0.97 })
}

function plan(today: string, scale: number): Step[] {
  return [
    { step: '区服、渠道、商品', weight: 1, sql: lookUps(demoDays(today)) },
    { step: '玩家注册', weight: 4, sql: [gameDays(scale), players(), register(today)] },
    { step: '玩家活跃', weight: 38, sql: [activity()] },
    { step: '每日登录', weight: 20, sql: [loginDay()] },
    { step: '充值订单', weight: 10, sql: [payOrder(today)] },
    { step: '资金流水', weight: 1, sql: [payLedger(today)] },
    { step: '游戏事件', weight: 15, sql: [gameEvent(today)] },
    { step: '广告投放', weight: 1, sql: [adCost(today)] },
    { step: '货币余额', weight: 2, sql: [currencyBalance(today)] },
    { step: '同时在线', weight: 6, sql: [online(today)] },
  ]
}

async function columnsOf(connection: DuckDBConnection): Promise<Map<string, string[]>> {
  const reader = await connection.runAndReadAll(
    `SELECT table_name, list(column_name ORDER BY column_index)::JSON::VARCHAR FROM duckdb_columns()
     WHERE database_name = current_database() AND schema_name = 'main' GROUP BY table_name ORDER BY table_name`,
  )
  return new Map(reader.getRows().map(([table, columns]) => [String(table), JSON.parse(String(columns))]))
}
