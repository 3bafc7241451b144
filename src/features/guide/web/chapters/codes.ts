import type { Chapter } from '../chapter.ts'

export const chapter: Chapter = {
  lead: '别处账号的六位验证码，不用再找谁的手机。',
  parts: [
    {
      id: 'read',
      title: '取一个口令',
      steps: [
        '{mfa.open}：选一个账号，{mfa.copy}；{mfa.show}。有人在页面上时自动更新，两分钟后隐藏。',
        '{mfa.console}：`datashareuser` 的口令复制好，并打开它的控制台。哪里都可以 {mfa.quick}。',
        '每次查看先记审计，再给口令；每人每分钟最多六十次。',
      ],
    },
    {
      id: 'accounts',
      title: '管理账号',
      steps: [
        '有「权限管理」权限的人 {mfa.create}：填 `otpauth://` 地址或 Base32 密钥，用此刻的一个口令核对之后才保存。{mfa.edit}、{mfa.delete}、{mfa.undo}、{mfa.history}。',
        '密钥加密保存，谁也看不到。',
      ],
    },
  ],
}
