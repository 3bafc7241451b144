// The demo's company: its games, channels, goods, and the incidents visible in its figures. Days count from
// the first day of the data; the last is today.

export const windowDays = 731

interface DemoGame {
  cgi: string
  /** Prefix of its server and player ids. */
  number: number
  name: string
  launchDay: number
  /** Registrations on an average day, long after the launch. */
  dailyRegistrations: number
  /** Days between versions. */
  versionDays: number
  /** Days between new servers. */
  serverDays: number
  /** Willingness to pay, relative to the average. */
  payFactor: number
  /** How long players stay, relative to the average. */
  stayFactor: number
  /** Minutes online on an average day. */
  minutes: number
  regions: string[]
}

export const games: DemoGame[] = [
  {
    cgi: 'yhxt',
    number: 1,
    name: '云海仙途',
    launchDay: 0,
    dailyRegistrations: 86,
    versionDays: 63,
    serverDays: 92,
    payFactor: 1.15,
    stayFactor: 1.1,
    minutes: 78,
    regions: ['华东', '华南', '华北'],
  },
  {
    cgi: 'fhsg',
    number: 2,
    name: '烽火三国',
    launchDay: 31,
    dailyRegistrations: 65,
    versionDays: 70,
    serverDays: 105,
    payFactor: 1.45,
    stayFactor: 1.25,
    minutes: 64,
    regions: ['华东', '华北', '西南'],
  },
  {
    cgi: 'xgwy',
    number: 3,
    name: '星港物语',
    launchDay: 247,
    dailyRegistrations: 121,
    versionDays: 42,
    serverDays: 160,
    payFactor: 1.1,
    stayFactor: 0.95,
    minutes: 46,
    regions: ['华东', '港澳台'],
  },
  {
    cgi: 'mcxy',
    number: 4,
    name: '萌宠小院',
    launchDay: 478,
    dailyRegistrations: 170,
    versionDays: 35,
    serverDays: 120,
    payFactor: 0.55,
    stayFactor: 0.85,
    minutes: 28,
    regions: ['华东', '东南亚'],
  },
]

interface DemoChannel {
  channel: string
  name: string
  type: '应用商店' | '广告投放' | '社区' | '官方'
  commission: number
  /** Percent of the registrations. */
  share: number
  payFactor: number
  /** Cost per install; 0 for organic channels. */
  installPrice: number
}

/** Locations of the servers' regions. */
export const areas: Readonly<Record<string, string>> = {
  华东: '中国大陆',
  华南: '中国大陆',
  华北: '中国大陆',
  西南: '中国大陆',
  港澳台: '港澳台与海外',
  东南亚: '港澳台与海外',
}

/** The rest up to 100 registers without a channel: the empty text and NULL. */
export const channels: DemoChannel[] = [
  {
    channel: 'appstore',
    name: 'App Store',
    type: '应用商店',
    commission: 0.3,
    share: 21,
    payFactor: 1.5,
    installPrice: 0,
  },
  {
    channel: 'huawei',
    name: '华为应用市场',
    type: '应用商店',
    commission: 0.5,
    share: 13,
    payFactor: 1.1,
    installPrice: 0,
  },
  {
    channel: 'xiaomi',
    name: '小米游戏中心',
    type: '应用商店',
    commission: 0.5,
    share: 8,
    payFactor: 0.9,
    installPrice: 0,
  },
  {
    channel: 'oppo',
    name: 'OPPO 软件商店',
    type: '应用商店',
    commission: 0.5,
    share: 8,
    payFactor: 0.85,
    installPrice: 0,
  },
  {
    channel: 'vivo',
    name: 'vivo 应用商店',
    type: '应用商店',
    commission: 0.5,
    share: 7,
    payFactor: 0.85,
    installPrice: 0,
  },
  {
    channel: 'taptap',
    name: 'TapTap',
    type: '社区',
    commission: 0,
    share: 9,
    payFactor: 1.2,
    installPrice: 0,
  },
  {
    channel: 'bilibili',
    name: '哔哩哔哩',
    type: '社区',
    commission: 0.5,
    share: 6,
    payFactor: 1.05,
    installPrice: 46,
  },
  {
    channel: 'toutiao',
    name: '今日头条',
    type: '广告投放',
    commission: 0,
    share: 12,
    payFactor: 0.75,
    installPrice: 58,
  },
  {
    channel: 'gdt',
    name: '广点通',
    type: '广告投放',
    commission: 0,
    share: 7,
    payFactor: 0.7,
    installPrice: 52,
  },
  {
    channel: 'kuaishou',
    name: '快手',
    type: '广告投放',
    commission: 0,
    share: 4,
    payFactor: 0.65,
    installPrice: 44,
  },
  {
    channel: 'official',
    name: '官网',
    type: '官方',
    commission: 0,
    share: 3,
    payFactor: 1.6,
    installPrice: 0,
  },
]
/** Percent of registrations whose channel is the empty text; another percent has NULL. */
export const emptyChannelShare = 1

export const campaigns = ['新版本拉新', '长线买量', '节日活动']

interface DemoItem {
  id: number
  name: string
  type: '月卡' | '礼包' | '充值'
  price: number
  /** Purchases per thousand. */
  share: number
}

export const items: DemoItem[] = [
  { id: 1001, name: '首充礼包', type: '礼包', price: 6, share: 300 },
  { id: 1002, name: '新手成长礼包', type: '礼包', price: 12, share: 110 },
  { id: 1003, name: '月卡', type: '月卡', price: 30, share: 210 },
  { id: 1004, name: '至尊月卡', type: '月卡', price: 68, share: 110 },
  { id: 1005, name: '98 元宝箱', type: '充值', price: 98, share: 90 },
  { id: 1006, name: '128 元宝箱', type: '充值', price: 128, share: 60 },
  { id: 1007, name: '限定皮肤', type: '礼包', price: 198, share: 45 },
  { id: 1008, name: '328 元宝箱', type: '充值', price: 328, share: 45 },
  { id: 1009, name: '648 元宝箱', type: '充值', price: 648, share: 30 },
]

export const currencies = [
  { currency: '元宝', base: 4_200_000 },
  { currency: '金币', base: 960_000_000 },
  { currency: '体力', base: 380_000 },
]

export const eventNames = ['任务完成', '升级', '抽卡', '副本通关', '加入公会', '商店浏览', '分享', '好友赠礼']

/** Logs of one game lost on these days (log-ins and events; orders come from the payment system). */
export const gap = { cgi: 'fhsg', days: [518, 519] }

/** A version whose new players leave sooner: they stay `stays` times as long as others. */
export const weakVersion = { cgi: 'mcxy', day: 723, stays: 0.35 }

/** A day on which stolen cards bought through one channel. */
export const fraud = { cgi: 'xgwy', channel: 'toutiao', day: 655, players: 240, ordersEach: 11, itemId: 1009 }

/**
 * Players with the same id in two games: a share of one game's players (by number) has ids of an earlier one.
 */
export const alsoIn = { number: 2, first: 1, share: 0.03 }

/** Days for which samples of concurrent players are kept. */
export const sampleDays = 90

/** The end of today's data: minutes after midnight. */
export const cutMinute = 14 * 60 + 35
