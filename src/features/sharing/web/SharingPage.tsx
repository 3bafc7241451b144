// /sharing: everything that can be read without a session, with its owner, its last read and a button to stop
// it.
import { pages } from '#shared/pages.ts'
import { call, quiet } from '#web/api/client.ts'
import { defineList } from '#web/list/defineList.ts'
import { ListPage } from '#web/list/ListPage.tsx'
import { listOpenThings, type OpenThing, openKinds, openKindTitles, stopSharing } from '../contract.ts'

const sharingList = defineList<OpenThing>({
  name: 'sharing',
  path: pages.sharing.path,
  title: '公开的内容',
  noun: '内容',
  measure: '项',
  searchHint: '名称、所有者',
  idOf: ({ kind, id }) => `${kind} ${id}`,
  nameOf: ({ name }) => name,
  permission: 'manage_authority',
  source: { kind: 'whole', read: (signal) => call(listOpenThings, {}, { ...quiet, signal }) },
  sort: '-modifiedAt',
  columns: [
    { key: 'name', title: '名称', value: ({ name }) => name },
    { key: 'kind', title: '类型', value: ({ kind }) => openKindTitles[kind] },
    { key: 'extent', title: '公开的部分', value: ({ extent }) => extent },
    { key: 'owner', title: '所有者', kind: 'user', value: ({ owner }) => owner },
    {
      key: 'state',
      title: '状态',
      kind: 'badge',
      value: ({ problem }) => problem || '任何人可看',
      tone: ({ problem }) => (problem === '' ? 'warning' : 'muted'),
    },
    { key: 'lastReadAt', title: '最近被查看', kind: 'time', value: ({ lastReadAt }) => lastReadAt },
    { key: 'modifiedAt', title: '修改时间', kind: 'time', value: ({ modifiedAt }) => modifiedAt },
  ],
  filters: [
    {
      key: 'kind',
      title: '类型',
      kind: 'select',
      options: openKinds.map((kind) => ({ value: kind, title: openKindTitles[kind] })),
      holds: ({ kind }, value) => kind === value,
    },
    {
      key: 'unread',
      title: '查看情况',
      kind: 'yesNo',
      yes: '从未被查看',
      no: '被查看过',
      holds: ({ lastReadAt }) => lastReadAt === null,
    },
  ],
  open: ({ kind, id }) =>
    void window.open(
      kind === 'embed' ? pages.statementDetail({ id }) : pages.codeView({ id }),
      '_blank',
      'noopener',
    ),
  actions: [
    {
      command: 'sharing.stop',
      title: '停止公开',
      each: {
        doing: '正在停止...',
        done: '已停止公开',
        asks: { detail: () => '公开的地址立即失效，内容本身不受影响；所有者可以再次分享。' },
        run: async ({ kind, id }, signal) => {
          await call(stopSharing, { body: { kind, id } }, { ...quiet, signal })
          return null
        },
      },
    },
  ],
  empty: {
    title: '没有公开的内容',
    description: '视图开启嵌入、查询开启分享后，任何人不登录就能查看；它们会列在这里。',
  },
})

export const Page = () => <ListPage list={sharingList} />
