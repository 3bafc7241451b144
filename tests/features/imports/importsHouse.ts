// A test server for imports, and users who upload files.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import type { GameScope } from '#semantic/model/types.ts'
import { pathOf } from '#shared/call.ts'
import { type House, type HouseOptions, makeHouse, type Person } from '#tests/factories/house.ts'
import {
  beginImport,
  cancelImport,
  followImport,
  type ImportState,
  type LoadRequestBody,
  loadImport,
  partBytes,
  readImportFile,
  type ShownImport,
  sendImportPart,
  showImport,
} from '#features/imports/contract.ts'

export interface ImportsHouse extends House {
  importer(games?: GameScope): Promise<Person>
  /** Uploads a whole file and returns the upload's id. */
  sendFile(person: Person, name: string, content: Buffer | string): Promise<string>
  /** Reads the upload and returns the state in which reading ended. */
  read(person: Person, id: string, body?: object): Promise<ImportState>
  show(person: Person, id: string): Promise<ShownImport>
  /** Loads the detected tables, changed by `change`; returns the final state. */
  load(person: Person, id: string, change?: (body: LoadRequestBody) => LoadRequestBody): Promise<ImportState>
  /** Files that uploads have left on the disk. */
  left(): string[]
}

export async function makeImportsHouse(options: HouseOptions = {}): Promise<ImportsHouse> {
  const house = await makeHouse(options)
  const settle = async (person: Person, id: string, phase: ImportState['phase']): Promise<ImportState> => {
    const ask = async () => (await person.call<ImportState>(followImport, { params: { id } })).data
    await vi.waitFor(async () => expect((await ask()).phase).not.toBe(phase), {
      timeout: 60_000,
      interval: 20,
    })
    return ask()
  }
  const show: ImportsHouse['show'] = async (person, id) =>
    (await person.call<ShownImport>(showImport, { params: { id } })).data
  return {
    ...house,
    importer: (games = 'all') => house.person({ keys: ['search_config'], games }),
    sendFile: async (person, name, content) => {
      const bytes = Buffer.from(content)
      const { data } = await person.call<{ id: string }>(beginImport, { body: { name, size: bytes.length } })
      for (let at = 0; at < bytes.length; at += partBytes) {
        const reply = await sendPart(house, person, data.id, at, bytes.subarray(at, at + partBytes))
        if (!reply.isSuccess) throw new Error(reply.msg)
      }
      return data.id
    },
    read: async (person, id, body = {}) => {
      const { envelope } = await person.call(readImportFile, { params: { id }, body })
      if (!envelope?.isSuccess) throw new Error(envelope?.msg)
      return settle(person, id, 'reading')
    },
    show,
    load: async (person, id, change = (body) => body) => {
      const found = await show(person, id)
      const body = change({
        table: found.table,
        replace: false,
        keepGood: false,
        columns: found.columns.map(({ name, kind, role }) => ({ name, kind, role })),
      })
      const { envelope } = await person.call(loadImport, { params: { id }, body })
      if (!envelope?.isSuccess) throw new Error(envelope?.msg)
      await house.app.jobs.tick()
      await house.app.jobs.settled()
      return settle(person, id, 'loading')
    },
    left: () => {
      const folder = join(house.dataDir, 'uploads')
      return existsSync(folder) ? readdirSync(folder) : []
    },
  }
}

export async function sendPart(house: House, { cookie }: Person, id: string, at: number, bytes: Buffer) {
  const reply = await house.app.inject({
    method: 'POST',
    url: pathOf(sendImportPart, { id, at }),
    headers: { cookie, 'content-type': 'application/octet-stream' },
    payload: bytes,
  })
  return reply.json() as { isSuccess: boolean; msg: string; code?: string; data: { received: number } }
}

export const discard = (person: Person, id: string) =>
  person.call(cancelImport, { params: { id }, body: { discard: true } })
