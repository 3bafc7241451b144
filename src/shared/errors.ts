// The table of failures: code → HTTP status, Chinese message, whether it is logged as an error. Status 200
// marks a failure that the user can correct; the envelope's isSuccess is then false.

export const errors = {
  session_missing: { status: 203, message: '登录失效，请重新登录', reported: false },
  permission_missing: { status: 403, message: '没有该操作的权限，请联系管理员', reported: false },
  seeing_as_role: {
    status: 403,
    message: '正在以角色查看，只能看，不能做任何改动；结束查看后再试',
    reported: false,
  },
  origin_foreign: { status: 403, message: '请求来源不被允许', reported: false },
  host_foreign: {
    status: 421,
    message: '访问所用的主机名不在允许之列；请管理员将该主机名加入 settings.json 的 hostNames',
    reported: false,
  },
  request_malformed: { status: 400, message: '请求格式有误', reported: false },
  body_too_large: { status: 413, message: '请求内容过大', reported: false },
  media_unsupported: { status: 400, message: '请求须为 JSON', reported: false },
  route_missing: { status: 404, message: '接口不存在', reported: false },
  parameter_wrong: { status: 200, message: '参数有误', reported: false },
  login_failed: { status: 200, message: '用户名或密码错误', reported: false },
  login_throttled: { status: 429, message: '尝试次数过多，请 15 分钟后再试', reported: false },
  sign_in_refused: { status: 200, message: '这个公司账号不能登录本系统', reported: false },
  sign_in_away: {
    status: 503,
    message: '公司账号的登录服务暂时连不上，请稍后再试；本地账号可以照常登录',
    reported: true,
  },
  object_missing: { status: 404, message: '内容不存在或已被删除', reported: false },
  object_conflict: { status: 409, message: '内容已被他人修改，请刷新后再试', reported: false },
  month_closed: { status: 200, message: '该月已月结，不能再改', reported: false },
  name_taken: { status: 200, message: '名称已存在', reported: false },
  report_invalid: { status: 200, message: '报表定义有误', reported: false },
  formula_invalid: { status: 200, message: '公式有误', reported: false },
  export_too_large: { status: 200, message: '导出数据过大，请缩小范围', reported: false },
  import_invalid: { status: 200, message: '导入文件有误', reported: false },
  load_held: { status: 200, message: '没有通过数据校验，已扣下', reported: false },
  sql_error: { status: 200, message: 'SQL 有误', reported: false },
  sql_unavailable: {
    status: 200,
    message:
      '数据仓库是 ClickHouse，没有设置运行 SQL 的账号（WAREHOUSE_SQL），不能运行 SQL（含自定义报表）；请改用数据报表，或请管理员设置',
    reported: false,
  },
  warehouse_readonly: { status: 200, message: '数据仓库是 ClickHouse，本系统只读取它', reported: false },
  last_manager: {
    status: 200,
    message: '这样就没有人能管理用户和角色了；请先让另一位用户有「权限管理」权限',
    reported: false,
  },
  own_rights: { status: 200, message: '这会移除你自己的「权限管理」权限，请确认', reported: false },
  password_once: {
    status: 200,
    message: '一次性密码到此用完，请设置自己的密码',
    reported: false,
  },
  step_needed: { status: 200, message: '请输入验证器上的动态口令', reported: false },
  step_unset: { status: 200, message: '你的角色要求两步登录，请先设置验证器', reported: false },
  step_wrong: { status: 200, message: '口令不对', reported: false },
  ticket_invalid: { status: 200, message: '这次登录已过期，请重新输入密码', reported: false },
  link_invalid: {
    status: 200,
    message: '链接无效、已用过或已过期，请联系管理员重新生成',
    reported: false,
  },
  link_throttled: { status: 429, message: '尝试次数过多，请 15 分钟后再试', reported: false },
  object_in_use: { status: 200, message: '内容正被使用，不能删除', reported: false },
  signature_malformed: { status: 400, message: '签名参数有误', reported: false },
  signature_expired: { status: 200, message: '签名已过期，请重新签名', reported: false },
  signature_wrong: { status: 200, message: '签名不正确', reported: false },
  signature_used: { status: 200, message: '签名已用过，请重新签名', reported: false },
  look_throttled: { status: 429, message: '查看过于频繁，请稍后再试', reported: false },
  gateway_failed: { status: 200, message: '平台网关没有响应', reported: false },
  result_expired: { status: 200, message: '结果已过期，请重新运行', reported: false },
  result_damaged: { status: 200, message: '结果文件已损坏，请重新运行', reported: true },
  quota_exceeded: { status: 200, message: '空间已用完，请先清理', reported: false },
  query_failed: { status: 200, message: '查询失败', reported: true },
  query_timeout: { status: 200, message: '查询超时，请缩小范围后再试', reported: false },
  query_canceled: { status: 499, message: '查询已取消', reported: false },
  warehouse_unavailable: { status: 503, message: '数据仓库暂不可用，请稍后再试', reported: true },
  warehouse_damaged: {
    status: 503,
    message: '数据文件已损坏，读不出来；请联系管理员用备份恢复，或重新导入',
    reported: true,
  },
  metadata_damaged: {
    status: 503,
    message: '元数据文件已损坏，操作未完成；请联系管理员用备份恢复',
    reported: true,
  },
  push_throttled: { status: 429, message: '推送过于频繁，请稍后再试', reported: false },
  token_invalid: { status: 401, message: '访问令牌无效、已到期或已被撤销', reported: false },
  token_refused: { status: 403, message: '这个访问令牌不能用于此接口', reported: false },
  token_throttled: { status: 429, message: '这个访问令牌一分钟内的调用太多，请稍后再试', reported: false },
  metadata_unreachable: {
    status: 503,
    message: '元数据库暂时连不上，操作未完成；请稍后再试，一直如此请联系管理员',
    reported: true,
  },
  embed_throttled: { status: 429, message: '访问过于频繁，请稍后再试', reported: false },
  server_busy: { status: 503, message: '服务繁忙，请稍后再试', reported: false },
  storage_full: { status: 507, message: '磁盘空间不足，操作未完成；请联系管理员', reported: true },
  internal: { status: 500, message: '服务异常，请稍后再试', reported: true },
} as const satisfies Record<string, { status: number; message: string; reported: boolean }>

export type ErrorCode = keyof typeof errors

/** A failure with a code of the table. `message` is shown to the user; `data` is sent in the envelope. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly data: unknown

  constructor(code: ErrorCode, message: string = errors[code].message, data: unknown = null) {
    super(message)
    this.name = 'AppError'
    this.code = code
    this.data = data
  }

  get status(): number {
    return errors[this.code].status
  }
}
