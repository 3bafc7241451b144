// /others/blackList/rules: rules that find black list entries in the warehouse.

import { Button } from '@blueprintjs/core'
import { ArrowLeft } from '@blueprintjs/icons'
import { Link } from 'wouter'
import { pages } from '#shared/pages.ts'
import { call, quiet } from '#web/api/client.ts'
import { defineList } from '#web/list/defineList.ts'
import { gamesText } from '#web/list/gameCells.ts'
import { ListPage } from '#web/list/ListPage.tsx'
import {
  type BlackRule,
  type BlackRuleList,
  deleteBlackRule,
  entryKindTitles,
  listBlackRules,
  runBlackRule,
} from '#features/lists/contract.ts'
import { RuleForm, type RuleFormOptions } from './RuleForm.tsx'
import { changeOf, showRulePreview } from './RulePreview.tsx'

/** The points and dimensions for rules, read together with the list. */
let options: RuleFormOptions = { games: [], dims: [], points: [] }

async function read(signal: AbortSignal): Promise<readonly BlackRule[]> {
  const { rows, ...rest }: BlackRuleList = await call(listBlackRules, {}, { ...quiet, signal })
  options = rest
  return rows
}

/** Returns the rule's state after the run. */
async function run({ id }: BlackRule, signal: AbortSignal): Promise<BlackRule | undefined> {
  await call(runBlackRule, { params: { id }, body: {} }, { ...quiet, signal })
  return (await read(signal)).find((rule) => rule.id === id)
}

/** The preview would reveal rows that the reader may not see. */
const refuses = ({ editable }: BlackRule) =>
  editable ? undefined : '规则按创建者的数据范围运行，其中有你看不到的数据，不能修改或删除'

export const rulesList = defineList<BlackRule>({
  name: 'blackRules',
  path: pages.othersBlackListRules.path,
  title: '黑名单规则',
  noun: '规则',
  measure: '条',
  searchHint: '名称、条件、原因',
  idOf: ({ id }) => String(id),
  nameOf: ({ name }) => name,
  permission: 'search_blackList',
  source: { kind: 'whole', read },
  sort: 'name',
  columns: [
    { key: 'name', title: '名称', value: ({ name }) => name },
    { key: 'condition', title: '条件', value: ({ conditionText }) => conditionText },
    { key: 'games', title: '游戏', value: ({ games }) => gamesText(options.games, games) },
    { key: 'kind', title: '加入的类型', value: ({ kind }) => entryKindTitles[kind] },
    { key: 'reason', title: '原因', value: ({ reason }) => reason },
    { key: 'daily', title: '运行', value: ({ dailyAt }) => (dailyAt === null ? '手动' : `每天 ${dailyAt}`) },
    { key: 'lastRunAt', title: '上次运行', kind: 'time', value: ({ lastRunAt }) => lastRunAt },
    {
      key: 'last',
      title: '上次结果',
      kind: 'badge',
      value: ({ lastRunAt, lastAdded, lastProblem }) =>
        lastRunAt === null
          ? '未运行'
          : (lastProblem ?? (lastAdded === null ? '已运行' : `新增 ${lastAdded} 条`)),
      tone: ({ lastRunAt, lastProblem }) =>
        lastRunAt === null ? 'muted' : lastProblem === null ? 'good' : 'bad',
    },
    { key: 'owner', title: '创建者', kind: 'user', value: ({ owner }) => owner },
  ],
  form: { view: (props) => <RuleForm {...props} options={options} />, refuses },
  remove: {
    refuses,
    each: {
      doing: '正在删除...',
      done: '已删除',
      asks: { detail: () => '已由它加入的条目会留在黑名单里。' },
      run: async ({ id }, signal) =>
        call(deleteBlackRule, { params: { id }, body: {} }, { ...quiet, signal }),
      undo: async (rule) => {
        await call(deleteBlackRule, { params: { id: rule.id }, body: { restored: true } }, quiet)
        return rule
      },
    },
  },
  actions: [
    { command: 'blackrules.run', title: '运行', each: { doing: '正在运行...', done: '已运行', run } },
    {
      command: 'blackrules.preview',
      title: '试算',
      start: (rule) => showRulePreview(rule.name, changeOf(rule)),
    },
  ],
  empty: {
    title: '还没有规则',
    description: '一条规则把一个指标达到门槛的玩家、设备等加入黑名单，可先试算再运行。',
  },
})

export function Page() {
  return (
    <ListPage
      list={rulesList}
      actions={
        <Link href={pages.othersBlackList()} asChild>
          <Button variant="minimal" icon={<ArrowLeft size={14} />} text="黑名单" />
        </Link>
      }
    />
  )
}
