// What settings.json says of logs: for how long the server's own are kept, and others' files that may be searched.

import { isAbsolute } from 'node:path'
import { type Static, Type } from 'typebox'
import { closed } from '#shared/call.ts'

const text = Type.String({ minLength: 1, maxLength: 500 })

const store = Type.Object(
  {
    title: Type.Optional(text),
    note: Type.Optional(text),
    /** Absolute, with `*`, `?`, `[…]` and `**`. */
    files: Type.Union([text, Type.Array(text, { minItems: 1, maxItems: 50 })]),
    format: Type.Optional(Type.Enum(['auto', 'json', 'logfmt', 'combined', 'text'])),
    /** Field of the time. */
    time: Type.Optional(text),
    /** Of times that name none; the business's when absent. */
    zone: Type.Optional(text),
    /** Field of the game: readers of some games see the lines of these. */
    games: Type.Optional(text),
  },
  closed,
)
export type LogSourceStore = Static<typeof store>

const source = Type.Object(
  { title: Type.Optional(text), note: Type.Optional(text), stores: Type.Record(Type.String(), store) },
  closed,
)

export const logsFile = {
  logKeep: Type.Optional(
    Type.Object(
      {
        /** 0 for ever. */
        days: Type.Optional(Type.Integer({ minimum: 0, maximum: 3_650 })),
        /** Of each store. */
        megabytes: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
      },
      closed,
    ),
  ),
  logs: Type.Optional(Type.Record(Type.String(), source)),
}

export interface LogSettings {
  days: number
  megabytes: number
  sources: Record<string, Static<typeof source>>
}

interface Given {
  logKeep?: { days?: number; megabytes?: number }
  logs?: LogSettings['sources']
}

/** Throws an Error that names what is wrong. */
export function readLogs({ logKeep = {}, logs = {} }: Given): LogSettings {
  for (const [name, { stores }] of Object.entries(logs)) {
    checkName('logs', name)
    if (name === 'server') throw new Error('logs 的 server 是服务器自身的日志，请换一个名称')
    for (const [storeName, given] of Object.entries(stores)) checkStore(`logs.${name}`, storeName, given)
  }
  return { days: logKeep.days ?? 30, megabytes: logKeep.megabytes ?? 512, sources: logs }
}

function checkStore(place: string, name: string, { files, zone }: LogSourceStore): void {
  checkName(place, name)
  const wrong = [files].flat().find((file) => !isAbsolute(file))
  if (wrong !== undefined) throw new Error(`${place}.${name} 的 files 应为绝对路径，现为「${wrong}」`)
  if (zone === undefined) return
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
  } catch {
    throw new Error(`${place}.${name} 的 zone 应为 IANA 时区名（如 Asia/Shanghai），现为「${zone}」`)
  }
}

function checkName(place: string, name: string): void {
  if (!/^[\w-]{1,60}$/.test(name))
    throw new Error(`${place} 里的名称应为 1 到 60 个字母、数字、「_」或「-」，现为「${name}」`)
}
