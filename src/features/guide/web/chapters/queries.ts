import type { Chapter } from '../chapter.ts'

export const chapter: Chapter = {
  lead: '写过的查询都找得回来，也能交给同事。',
  parts: [
    {
      id: 'saved',
      title: '已存查询',
      steps: [
        '{queries.open}：自己的和团队的查询，有文件夹、标签和版本。{query.newFolder}、{query.folderRights}、{query.move}。',
        '{query.versions} 看每次改了什么，可以退回；{query.copy}。',
      ],
    },
    {
      id: 'history',
      title: '运行历史',
      steps: [
        '{runs.open}：自己所有的运行，含状态、用时、行数和参数，可以搜索。{run.again}、{run.copy}、{run.stop}。',
      ],
    },
    {
      id: 'share',
      title: '分享',
      steps: [
        '{sql.share} 或 {query.share}：得到一个 `/code_view/…` 地址，有链接的人不用登录就能看；可以只给文本，或连同最近一次结果。关掉即失效。',
        '「谁能打开」可以是得到链接的任何人、所有登录的人，或指定的角色和用户。后两种每次打开时检查，其他人看到的是「内容不存在」；结果是你的数据范围里的，只给能看到同样范围的人，其余的人只看到 SQL。管理员关闭了公开分享时，也可以分享给登录的人。',
        '会写 SQL 的人打开分享的查询，得到一份自己的副本。',
        '所有公开着的内容在 {sharing.open}；谁可以分享由安装设定，见 [[sharing#open]]。',
      ],
    },
  ],
}
