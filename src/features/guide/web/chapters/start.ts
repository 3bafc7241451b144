import type { Chapter } from '../chapter.ts'

export const chapter: Chapter = {
  lead: '从登录到第一张报表，以及不懂的时候到哪里找答案。',
  parts: [
    {
      id: 'sign-in',
      title: '登录之后',
      steps: [
        '能看到哪些页面由角色决定，能看到哪些行由游戏和数据范围决定。少了什么，用 {rights.why} 查出缺的是哪个权限、谁能给。',
        '最快的路是命令面板：{palette.open}，输入几个字、拼音或首字母（`jyrb` 就是「经营日报」），回车打开。',
        '{help.open} 列出此处能用的所有键；不顺手的可以在 {settings.open} 里改。',
        '第一次登录用的是一次性密码的话，系统会先让你设一个自己的密码。以后用 {session.changePassword} 更换。',
        '{session.secondStep}：密码之后再输入手机验证器上的口令。扫码设置，10 个备用码只显示一次，请存好；手机不在身边时用一个备用码登录。角色要求两步登录的，下次登录时先设置。',
      ],
    },
    {
      id: 'guide',
      title: '得到帮助',
      steps: [
        '在任何页面上用 {guide.page} 打开讲这一页的那一章；页面的 ⋯ 菜单最后一项「帮助」也到那里。',
        '正开着对话框时，帮助会开在新的标签页，填了一半的内容不会丢。',
        '命令面板里输入「帮助」，或者输入想做的事，也能找到对应的章节。',
        '在指南里：{guide.search} 按标题（拼音也行）和正文查找，{guide.previous}、{guide.next} 换章，{guide.leave}。',
        '指南里加粗带键的是命令：蓝色的点一下就执行，键改过之后这里显示的也是改过的。标着「需要…权限」的，是你的角色目前不能用的。',
      ],
    },
    {
      id: 'data',
      title: '把数据放进来',
      steps: [
        '{imports.open}：把文件拖到页面上，类型和用途已经猜好，导入之后直接到报表。详见 [[imports]]。',
        '数据表已经在仓库里：到 {config.pointTables} 建立指标表，维度、指标和主键会一并提出来，保存前能看到样例行和近 7 天的数字。',
        '还没有数据：{demo.open} 放进几款虚构游戏的数据，试完整个移除。',
        '从另一套系统搬来：先在那边 {definitions.export|导出报表定义}，再在这里 {definitions.import|导入报表定义}，应用之前逐项列出变化。',
      ],
    },
    {
      id: 'first-report',
      title: '第一张报表',
      steps: [
        '报表就是「维度 × 指标」，加上日期和筛选。{statement.open}，在目录里 {view.create}，起个名字；一个视图里可以有多张报表。',
        '{report.pickPoints}、{report.pickDimensions}、{report.range}、{report.addFilter}：名称、拼音、首字母都能找到，选好数字就跟着变。',
        '{report.compare} 看环比、同比；{report.options} 里有小计、占比、前几名、热力图。{report.openPivot} 换成透视表。',
        '{report.save} 留在视图里；{view.star} 之后它在首页显示今日与昨日的数字。地址里有全部条件，直接发给同事也行。',
      ],
    },
    {
      id: 'next',
      title: '接下来',
      steps: [
        '看懂一个数字：选中一格，{figure.explain}。详见 [[report#explain]]。',
        '给别人看：{view.share} 让同事在目录里看到，{view.subscribe} 每天早上自己发出去。详见 [[subscriptions]]。',
        '出了事叫我：{alarm.create}，数字不对先知道的是你。详见 [[alarms]]。',
        '自己写查询：{code.open}，写什么都不会改动数据。详见 [[sql]]。',
      ],
    },
  ],
}
