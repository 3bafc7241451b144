// What kinds of personal data a column may hold. Each is masked in its own way (semantic/model/personal.ts).

export const personalKinds = ['device', 'phone', 'name', 'idCard', 'email', 'ip', 'other'] as const
export type PersonalKind = (typeof personalKinds)[number]

/** What an id may be an id of: a player, or what a column of personal data holds. */
export const identityKinds = ['player', ...personalKinds] as const
export type IdentityKind = (typeof identityKinds)[number]

export const personalTitles: Record<PersonalKind, string> = {
  device: '设备号',
  phone: '手机号',
  name: '姓名',
  idCard: '身份证',
  email: '邮箱',
  ip: 'IP',
  other: '其他',
}

export const identityTitle = (kind: IdentityKind): string =>
  kind === 'player' ? '玩家编号' : personalTitles[kind]

/** Names of the warehouse, of any case. */
export interface PersonalColumn {
  table: string
  column: string
  kind: PersonalKind
}

export interface Mask {
  kind: PersonalKind
  /** The column's type; its type in the model is that of masks. */
  type: string
  /** Of hashes: one object for a model, so that a statement binds it once. */
  key: { value: string }
}
