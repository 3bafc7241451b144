// Commands of the session.
import type { Command } from '#commands/define.ts'

export const sessionCommands = [
  {
    id: 'session.changePassword',
    title: '修改密码',
    en: 'Change password',
    permission: null,
    context: 'global',
    group: '个人',
    icon: 'key',
    menu: ['user', 17],
  },
  {
    id: 'session.secondStep',
    title: '两步登录',
    en: 'Second step at signing in',
    also: '2fa mfa totp authenticator 动态口令 验证器 二次验证',
    permission: null,
    context: 'global',
    group: '个人',
    icon: 'key',
    menu: ['user', 18],
  },
  {
    id: 'session.logout',
    title: '退出登录',
    en: 'Log out',
    also: 'sign out exit quit 登出 注销',
    permission: null,
    context: 'global',
    group: '个人',
    icon: 'log-out',
    menu: ['user', 20],
  },
] as const satisfies readonly Command[]
