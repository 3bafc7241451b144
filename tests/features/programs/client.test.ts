// A typed client that another program generates from the API's document: it compiles, and asks by a token.
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { generateApi } from 'swagger-typescript-api'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { businessDay } from '#shared/businessDay.ts'
import { shiftDay } from '#shared/day.ts'
import { makeDemoHouse } from '#tests/factories/demo/house.ts'
import type { House } from '#tests/factories/house.ts'
import { openApi } from '#features/programs/contract.ts'
import { addressOf, tokenOf } from './assistant.ts'

/** What somebody writes against the client. */
const program = `
import { Api, type Failed401 } from './client.ts'
const apiOf = (baseUrl: string, token: string) =>
  new Api({ baseUrl, securityWorker: () => ({ headers: { Authorization: \`Bearer \${token}\` } }) })

export async function activeOf(baseUrl: string, token: string, point: string) {
  const info = { dims: ['日期'], points: [point], dateRange: '昨天' }
  const { data: answer } = await apiOf(baseUrl, token).api.getReportDataByInfo({ info })
  if (answer.isSuccess) return { titles: answer.data.columns.map(({ title }) => title), data: answer.data.data }
  const refused: 'report_invalid' | 'other' = answer.code === 'report_invalid' ? answer.code : 'other'
  return { refused, msg: answer.msg }
}

export async function codeWith(baseUrl: string, token: string): Promise<Failed401['code'] | ''> {
  try {
    await apiOf(baseUrl, token).api.getViewMeta({})
    return ''
  } catch (failure) {
    return (failure as { error: Failed401 }).error.code
  }
}
`
/** One that takes a code for possible that no answer has. */
const wrong = `
import { Api } from './client.ts'
const { data: answer } = await new Api().api.getReportDataByInfo({ info: { dims: [], points: [], dateRange: '昨天' } })
if (!answer.isSuccess && answer.code === 'no_such_code') console.log(answer.msg)
`

interface Program {
  activeOf(
    address: string,
    token: string,
    point: string,
  ): Promise<{ titles?: string[]; data?: unknown[][]; refused?: string; msg?: string }>
  codeWith(address: string, token: string): Promise<string>
}

const root = fileURLToPath(new URL('../../..', import.meta.url))
let house: House
let folder: string
beforeAll(async () => {
  house = await makeDemoHouse()
  folder = await mkdtemp(join(tmpdir(), 'client-'))
  const authorization = `Bearer ${await tokenOf(house, 'admin')}`
  const spec = JSON.parse((await house.send(openApi, {}, { authorization })).text)
  const { files } = await generateApi({ spec, output: false, silent: true, httpClientType: 'fetch' })
  await writeFile(join(folder, 'client.ts'), files[0]?.fileContent ?? '')
  await writeFile(join(folder, 'program.ts'), program)
  await writeFile(join(folder, 'wrong.ts'), wrong)
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await house.dispose()
})

/** The compiler's complaints about a program. */
async function complaintsAbout(file: string): Promise<string[]> {
  const flags = ['--noEmit', '--strict', '--allowImportingTsExtensions', '--module', 'esnext']
  const types = ['--moduleResolution', 'bundler', '--target', 'es2023', '--lib', 'es2023,dom', '--types', '']
  const tsc = join(root, 'node_modules/.bin/tsc')
  const run = promisify(execFile)(tsc, [...flags, ...types, '--skipLibCheck', join(folder, file)], {
    cwd: folder,
    maxBuffer: 1 << 26,
  })
  const { stdout } = await run.catch((error: { stdout: string }) => error)
  return stdout.split('\n').filter((line) => line.includes('error TS'))
}

it('compiles as it is, and types answers and refusals for the programs that use it', async () => {
  expect(await complaintsAbout('program.ts')).toEqual([])
  expect(await complaintsAbout('wrong.ts')).toEqual([expect.stringContaining('no_such_code')])
})

it('asks a report by a token, reads it, and is told a refusal by its code', async () => {
  const outfile = join(folder, 'program.mjs')
  await build({ entryPoints: [join(folder, 'program.ts')], outfile, bundle: true, format: 'esm' })
  const { activeOf, codeWith } = (await import(outfile)) as Program
  const [address, token] = [await addressOf(house), await tokenOf(house, 'admin')]
  const day = shiftDay(businessDay(house.deps.settings), -1)
  const counted = await house.warehouse.rows(
    `SELECT count(distinct player_id)::INT FROM login_day WHERE login_date = DATE '${day}'`,
  )
  const { titles, data } = await activeOf(address, token, '活跃用户')
  expect(titles).toEqual(['日期', '活跃用户'])
  expect(data).toEqual([[day], [Number(counted[0]?.[0])]])
  const refused = await activeOf(address, token, '没有这个指标')
  expect(refused).toEqual({ refused: 'report_invalid', msg: expect.stringContaining('没有这个指标') })
  expect(await codeWith(address, token)).toBe('')
  expect(await codeWith(address, `${token}x`)).toBe('token_invalid')
})
