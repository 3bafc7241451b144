import { listContext } from '#commands/list.ts'
import { pages } from '#shared/pages.ts'
import type { WebSlice } from '#web/shell/slice.ts'
import { managementCommands } from './commands.ts'

const context = (name: 'users' | 'roles', title: string) => [{ name, title, depth: 6 }, listContext] as const

export const managementWeb: WebSlice<typeof managementCommands> = {
  commands: managementCommands,
  handlers: async () => (await import('./commandHandlers.ts')).managementWork,
  pages: [
    {
      path: pages.managementUserManage.path,
      title: '用户管理',
      permission: 'manage_authority',
      from: ['/management'],
      context: context('users', '用户管理'),
      load: () => import('./users/UsersPage.tsx'),
    },
    {
      path: pages.managementAuthority.path,
      title: '角色权限',
      permission: 'manage_authority',
      context: context('roles', '角色权限'),
      load: () => import('./roles/RolesPage.tsx'),
    },
    {
      path: pages.managementAudit.path,
      title: '审计日志',
      permission: 'manage_authority',
      context: listContext,
      load: () => import('./audit/AuditPage.tsx'),
    },
  ],
  givers: async () => (await import('./givers.ts')).readGivers(),
  sources: [
    {
      id: 'management.users',
      group: '用户',
      permission: 'manage_authority',
      load: async (signal) => (await import('./paletteSource.ts')).readUsers(signal),
    },
    {
      id: 'management.roles',
      group: '角色',
      permission: 'manage_authority',
      load: async (signal) => (await import('./paletteSource.ts')).readRoles(signal),
    },
  ],
}
