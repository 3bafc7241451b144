// The server's own logs: what each of them holds. Lines are JSON; passwords, cookies, addresses of pages, parameters
// and texts of statements are in none of them.

export type OwnStoreName = 'access' | 'error' | 'sql' | 'audit'

interface OwnStore {
  name: OwnStoreName
  title: string
  note: string
  /** Who searches it is noted in the audit. */
  audited: boolean
  /** Each line is somebody's (`userId`): readers of some games see those of people who have no others. */
  ofPeople: boolean
  fields: Readonly<Record<string, string>>
}

const shared = { time: '时间', reqId: '请求编号', userId: '用户编号', user: '用户' }

export const ownStores: readonly OwnStore[] = [
  {
    name: 'access',
    title: '访问',
    note: '每个请求一行：谁、哪个接口、结果、用时；不含地址、参数和内容',
    audited: false,
    ofPeople: true,
    fields: { ...shared, method: '方法', call: '接口', status: '状态', ms: '毫秒', bytes: '字节' },
  },
  {
    name: 'error',
    title: '错误',
    note: '服务器的警告和错误，带请求编号；密码、令牌等已遮盖',
    audited: false,
    ofPeople: false,
    fields: { ...shared, level: '级别', msg: '说明', 'err.message': '错误' },
  },
  {
    name: 'sql',
    title: 'SQL',
    note: '每条语句一行：谁、报表还是代码查询、用时、行数、结果；不含语句和参数，相同的语句编号相同',
    audited: true,
    ofPeople: true,
    fields: { ...shared, kind: '来源', statement: '语句编号', ms: '毫秒', rows: '行数', result: '结果' },
  },
  {
    name: 'audit',
    title: '审计',
    note: '谁做了什么；详情里只有数字和开关，文字请到审计日志查看',
    audited: true,
    ofPeople: true,
    fields: { ...shared, id: '编号', action: '操作', title: '操作名称' },
  },
]
