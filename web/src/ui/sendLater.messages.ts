/** The texts of a form that cannot be sent now. */
export const sendLater = {
  submit: 'Send later',
  tryNow: 'Try now',
  takeBack: 'Take it back',
  offline: 'You’re offline',
  offlineText: '“Send later” sends it as soon as you’re back online, as long as this page stays open. Until then you can change it or take it back.',
  waiting: 'Waiting to be sent',
  waitingOffline: 'You’re offline, so nobody has it yet. It’s sent as soon as you’re back online, as long as this page stays open.',
  waitingUnreached: 'There’s no connection to Lintel at the moment. We keep trying, as long as this page stays open.',
  change: 'If you change something, it waits no longer: then send it again.',
} as const
