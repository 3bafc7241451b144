// `npm run definitions -- pull|diff|push FOLDER`: definitions as texts in git, by the same calls, checks and rights as
// the page. Exit codes: 0 done, or nothing differs; 1 something differs; 2 wrong arguments; 3 refused or failed.
import { readArguments, say, UsageProblem } from '#server/process/terminal.ts'
import { toldText } from '#shared/nothing.ts'
import { type DefinitionItem, kindTitles } from '#features/definitions/contract.ts'
import { fileOf, textsOf } from './files.ts'
import { readTexts, writeTexts } from './folder.ts'
import { GitProblem, shownSafely } from './problem.ts'
import { type RunningServer, serverAt } from './server.ts'

export const definitionsUsage = `用法：npm run definitions -- pull <文件夹>   （指标、维度、字典、视图写成文件，一个对象一个）
      npm run definitions -- diff <文件夹>   （推送会改变什么；没有差别退出码为 0，有差别为 1，失败为 3）
      npm run definitions -- push <文件夹>   （写到服务器，全部或什么都不写；不删除服务器上的对象）
      服务器：--server 地址，或 ANALYTICS_URL，或 http://127.0.0.1:3000；访问令牌：ANALYTICS_TOKEN`

const works = { pull, diff, push } as const
type Work = keyof typeof works
const isWork = (name: string): name is Work => Object.hasOwn(works, name)

/** Throws UsageProblem. The returned function does the work and prints its outcome. */
export function readDefinitionsCommand(args: string[]) {
  const { values, positionals } = readArguments(args, {
    positionals: ['pull、diff 或 push', '文件夹'],
    options: { server: { type: 'string' } },
  })
  const [work = '', folder = ''] = positionals
  if (!isWork(work)) throw new UsageProblem(`没有「${work}」，只有 pull、diff 和 push`)
  const { ANALYTICS_TOKEN: token = '', ANALYTICS_URL: url = 'http://127.0.0.1:3000' } = process.env
  if (token === '')
    throw new UsageProblem('缺少访问令牌：请在「访问令牌」页新建，放在环境变量 ANALYTICS_TOKEN 里')
  return async (): Promise<void> => {
    try {
      process.exitCode = await works[work](serverAt(values.server ?? url, token), folder)
    } catch (error) {
      if (!(error instanceof GitProblem)) throw error
      process.stderr.write(`${error.message}\n`)
      process.exitCode = 3
    }
  }
}

async function pull(server: RunningServer, folder: string): Promise<number> {
  const { file, left } = await server.exported()
  const texts = textsOf(file)
  const { written, removed } = writeTexts(folder, texts)
  for (const name of left) say(`! 视图 ${shownSafely(name)} 用到人群，没有写成文件`)
  say(`共 ${texts.size - 1} 个对象：写了 ${written} 个文件，删了 ${removed} 个`)
  return 0
}

async function diff(server: RunningServer, folder: string): Promise<number> {
  const { items } = await server.preview(fileOf(readTexts(folder)))
  const shown = items.filter(differs)
  for (const item of shown) tell(item)
  say(shown.length === 0 ? '没有差别' : `${shown.length} 处差别`)
  return shown.length === 0 ? 0 : 1
}

async function push(server: RunningServer, folder: string): Promise<number> {
  const file = fileOf(readTexts(folder))
  const { items, digest } = await server.preview(file)
  const wanted = items.filter(differs)
  for (const item of wanted) tell(item)
  if (wanted.some(({ problems }) => problems.length > 0))
    throw new GitProblem('有不能写入的对象，什么都没有写；请改正后再试')
  if (wanted.length === 0) {
    say('没有差别，什么都没有写')
    return 0
  }
  const { added, changed } = await server.apply(
    file,
    wanted.map(({ key }) => key),
    digest,
  )
  say(`已写入：新增 ${added} 个，修改 ${changed} 个`)
  return 0
}

const differs = ({ action, problems }: DefinitionItem): boolean => action !== 'same' || problems.length > 0

const signs = { add: '+', change: '~', same: ' ' } as const

function tell({ kind, name, place, action, changes, problems }: DefinitionItem): void {
  const where = place === '' ? '' : `（${place}）`
  say(shownSafely(`${signs[action]} ${kindTitles[kind]} ${name}${where}`))
  for (const { field, before, after } of action === 'change' ? changes : [])
    say(`    ${shownSafely(`${field}：${toldText(before)} → ${toldText(after)}`)}`)
  for (const problem of problems) say(`    ! ${shownSafely(problem)}`)
}
