import type { Chapter } from '../chapter.ts'

export const chapter: Chapter = {
  lead: '给管安装的人：在服务器上做的几件事。全部设置见代码库里的 .github/OPERATING.md。',
  parts: [
    {
      id: 'settings',
      title: '系统设置',
      steps: [
        '{installation.settings}（要「权限管理」权限，改它还要可看全部游戏）：每项设置现在的值、来自默认、此页、配置文件还是环境变量，什么时候生效。密码和令牌只说有没有。',
        '{list.edit} 改所选那一组，空着就是默认。邮件、公开地址、分享、保留时间、通知地址、推送立即生效，别的服务器几秒内跟上；写着重启后生效的，保存后显示在等重启。',
        '配置文件里写了的优先，在此页是锁住的。互相矛盾的（如公开地址不在主机名里）会说明原因，不保存。两人同时改会让后一个比较；保存后可以撤销，改了什么都记在审计里。',
        '改好邮件后，在 {check.open} 按 {check.mail} 试一试。',
      ],
    },
    {
      id: 'backup',
      title: '备份与恢复',
      steps: [
        '一个文件装下元数据、仓库和设置，服务开着、磁盘满了也能备份：',
        { code: 'npm run backup -- backup.tar\nnpm run backup -- --verify backup.tar' },
        '第二行真正恢复一遍来核对。恢复时先停服务，原来的放在一边，不会丢；会话不在备份里，大家要重新登录：',
        { code: 'npm run restore -- backup.tar' },
        '令牌、密钥和验证码种子是加密保存的：备份时给出口令（`BACKUP_PASSPHRASE`，或按提示输入），安装密钥才会一同带走，恢复到别处也能解开。',
        '备份和恢复都记在审计里。数据在 ClickHouse 上时，备份只含产品自己保存的。',
      ],
    },
    {
      id: 'move',
      title: '从 SQLite 迁到 PostgreSQL',
      steps: [
        '账号到了几百个，或要由几台服务器一起服务时，把元数据迁到一个空的 PostgreSQL。先停服务，再运行：',
        { code: 'npm run move -- postgres://用户:密码@主机/库' },
        '全部表在一个事务里写完，再两边读回，逐表比对行数和哈希，都相同才算数；中途停掉，那边还是空的。会话和排队的任务也一起过去，不用重新登录。',
        '以后用 `METADATA` 指向它启动。原来的文件留在数据文件夹的 before-move-… 里；忘了设 `METADATA` 时启动会提醒，不会悄悄用回旧的。',
      ],
    },
    {
      id: 'accounts',
      title: '账号',
      steps: [
        '产品里在 {users.open}；进不去的时候在服务器上：',
        {
          code: 'npm run user -- add mei@example.com --role 管理员\nnpm run user -- list\nnpm run user -- password mei@example.com\nnpm run user -- link mei@example.com\nnpm run user -- disable mei@example.com',
        },
        '一次性密码有效 48 小时，只能登录一次；`--games yhxt,fhsg` 限定游戏。',
      ],
    },
    {
      id: 'health',
      title: '是否正常',
      steps: [
        '{check.open} 一项项看服务、数据、磁盘和浏览器；{jobs.open} 看后台；{logs.open} 看服务的日志；{caches.open} 看占用。',
        '磁盘满了，能看的照样能看，存不下的会说明，腾出空间后不用重启。',
        '数据文件每次使用前都核对校验和；有损坏的会点名并说怎么办，停服务后 `npm run repair` 把损坏的放到一边。',
      ],
    },
  ],
}
