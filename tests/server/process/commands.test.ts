// The terminal commands: refusals, and accounts.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openMetadata } from '#server/metadata/open.ts'
import { UsageProblem } from '#server/process/terminal.ts'
import { AppError } from '#shared/errors.ts'
import { makeInstallation, passwordIn, send, signIn } from '#tests/factories/installation.ts'
import { silentLog } from '#tests/factories/stores.ts'
import { readUserCommand } from '#features/session/server/index.ts'
import { getViewMeta } from '#features/statement/contract.ts'
import { tables } from '../../../src/main-tables.ts'

let installation: Awaited<ReturnType<typeof makeInstallation>>
beforeAll(async () => {
  installation = await makeInstallation()
})
afterAll(() => installation.dispose())

test.each([
  [[], '用法'],
  [['constructor'], '用法'],
  [['user', 'add', 'a@example.com', '--rol', 'x'], '未知的选项：--rol'],
  [['backup'], '缺少参数：文件'],
])('answers the usage to %j', async (args, message) => {
  const { code, err } = await installation.command(...args)
  expect(code).toBe(2)
  expect(err).toContain(message)
  expect(err).toContain('npm run')
})

test.each(['user', 'import', 'backup', 'restore', 'repair', 'demo'])(
  'prints the help of %s where it is asked for',
  async (name) => {
    const { code, out, err } = await installation.command(name, '--help')
    expect([code, err]).toEqual([0, ''])
    expect(out).toContain(`npm run ${name}`)
    // The same line finds the short form for all commands.
    if (name === 'user') expect(await installation.command(name, 'x', '-h')).toMatchObject({ code: 0, out })
  },
)

test.each([
  [[], '缺少参数'],
  [['destroy'], '未知的命令：destroy'],
  [['add'], '缺少参数：邮箱'],
  [['add', 'a@example.com'], '缺少参数：--role'],
  [['add', 'a@example.com', '--role'], '--role'],
  [['add', 'a@example.com', 'b@example.com', '--role', 'x'], '多余的参数：b@example.com'],
  [['add', 'a@example.com', '--role', 'x', '--games', 'a,,b'], '--games'],
  [['list', '--all'], '未知的选项：--all'],
  [['disable'], '缺少参数：邮箱'],
])('refuses user %j before it opens anything', (args, message) => {
  expect(() => readUserCommand(args)).toThrow(UsageProblem)
  expect(() => readUserCommand(args)).toThrow(message)
})

test('adds, lists, disables and re-enables users', async () => {
  const unknown = await installation.command('user', 'add', 'li@example.com', '--role', '运营')
  expect([unknown.code, unknown.err]).toEqual([
    1,
    '没有角色「运营」；现有角色：管理员、分析师、SQL、报表只读\n',
  ])
  expect(
    (await installation.command('user', 'add', 'LI@example.com', '--role', '管理员', '--games', 'all')).code,
  ).toBe(0)
  await installation.command('user', 'disable', 'li@example.com')
  const listed = await installation.command('user', 'list')
  expect(listed.out).toBe(
    'boss@example.com\tboss\t管理员\t全部\t正常\nli@example.com\tli\t管理员\t全部\t停用\n',
  )
  const last = await installation.command('user', 'disable', 'boss@example.com')
  expect([last.code, last.err]).toEqual([1, expect.stringContaining('没有人能管理用户和角色')])
  const link = await installation.command('user', 'link', 'boss@example.com')
  expect(link.out).toMatch(/\/password#[\w-]{43}\n/)
  expect((await installation.command('user', 'link', 'li@example.com')).err).toContain('已停用')
  await installation.command('user', 'enable', 'li')
  expect((await installation.command('user', 'list')).out).not.toContain('停用')
})

// Told as the process tells that of a role.
test.each([
  [['li@example.com', '--role', '管理员', '--games', 'x'], '没有游戏「x」；现有：（无）'],
  [['li', '--role', '管理员'], '邮箱「li」格式有误'],
  [['boss@example.com', '--role', '管理员'], '邮箱或用户名已存在：boss@example.com'],
])('refuses user add %j by what is there', async (args, message) => {
  const metadata = await openMetadata(
    { metadata: 'embedded', dataDir: installation.dataDir },
    silentLog,
    tables,
  )
  try {
    const refusal = await readUserCommand(['add', ...args])(metadata).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(AppError)
    expect((refusal as AppError).message).toBe(message)
  } finally {
    await metadata.stop()
  }
})

test('a command on a running server takes effect at once', async () => {
  const product = await installation.serve()
  // The link that another test made took the place of the first one-time password.
  const before = await installation.command('user', 'password', 'boss@example.com')
  const cookie = await signIn(product.address, passwordIn(before.out))
  const ask = () => send(product.address, getViewMeta.path, {}, cookie)
  expect((await ask()).status).toBe(200)
  const changed = await installation.command('user', 'password', 'boss@example.com')
  expect((await ask()).status).toBe(203)
  expect(await signIn(product.address, passwordIn(changed.out))).toMatch(/^session=/)
  await product.stop()
})
