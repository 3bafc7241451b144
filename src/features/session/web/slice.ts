import { pages } from '#shared/pages.ts'
import type { WebSlice } from '#web/shell/slice.ts'
import { sessionCommands } from './commands.ts'

export const sessionWeb: WebSlice<typeof sessionCommands> = {
  commands: sessionCommands,
  handlers: async () => {
    const { signOut } = await import('./identity.ts')
    return {
      'session.logout': () => void signOut(),
      'session.secondStep': async () => (await import('./secondStep/SecondStepDialog.tsx')).showSecondStep(),
      'session.changePassword': async () => (await import('./ChangePassword.tsx')).changePassword(),
    }
  },
  pages: [
    {
      path: pages.login.path,
      title: 'login',
      permission: 'open',
      load: async () => ({ Page: (await import('./LoginPage.tsx')).LoginPage }),
    },
    {
      path: pages.loginBack.path,
      title: '登录',
      permission: 'open',
      load: async () => ({ Page: (await import('./provider/LoginBackPage.tsx')).LoginBackPage }),
    },
    {
      path: pages.password.path,
      title: '设置密码',
      permission: 'open',
      load: async () => ({ Page: (await import('./PasswordPage.tsx')).PasswordPage }),
    },
  ],
}
