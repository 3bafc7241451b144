import { pages } from '#shared/pages.ts'
import type { WebSlice } from '#web/shell/slice.ts'
import { mfaCommands } from './commands.ts'

const title = '动态口令'

export const mfaWeb: WebSlice<typeof mfaCommands> = {
  commands: mfaCommands,
  handlers: async () => (await import('./commandHandlers.ts')).mfaWork,
  pages: [
    {
      path: pages.othersMfa.path,
      title,
      permission: 'get_mfa',
      card: { group: '工具', text: '平台账号现在的动态口令，与它还有效多久；查看都会记入审计' },
      context: { name: 'mfa', title, depth: 6 },
      load: () => import('./MfaPage.tsx'),
    },
  ],
}
