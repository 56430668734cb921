// The shapes of calls that the contract does not have yet.

type Header = Record<string, string>

type Parameters<Path, Query> = Path extends undefined
  ? { query?: Query; header?: Header; path?: never; cookie?: never }
  : { query?: Query; header?: Header; path: Path; cookie?: never }

interface Call<Path, Query, Body, Reply> {
  parameters: Parameters<Path, Query>
  requestBody: Body extends undefined ? undefined : { content: { 'application/json': Body } }
  responses: { 200: { headers: Record<string, unknown>; content: { 'application/json': Reply } }; default: { headers: Record<string, unknown>; content: { 'application/problem+json': { detail: string } } } }
}
interface Read<Path, Query, Reply> {
  parameters: Parameters<Path, Query>
  requestBody?: never
  responses: { 200: { headers: Record<string, unknown>; content: { 'application/json': Reply } }; default: { headers: Record<string, unknown>; content: { 'application/problem+json': { detail: string } } } }
}
interface Bare<Path, Reply> {
  parameters: Parameters<Path, never>
  requestBody?: never
  responses: { 200: { headers: Record<string, unknown>; content: { 'application/json': Reply } }; default: { headers: Record<string, unknown>; content: { 'application/problem+json': { detail: string } } } }
}
type None = undefined

export type ViewingStatus = 'Scheduled' | 'Confirmed' | 'Completed' | 'Move-in Process Started' | 'Cancelled'
export type ViewerAnswer = 'confirm' | 'cancel' | 'request'

export interface Viewing {
  id: number
  propertyId: number
  property: { name: string; address: string; postcode: string }
  roomNumber: string | null
  viewerName: string
  viewerEmail: string
  viewerPhone: string
  viewingDate: string
  viewingTime: string
  startsAt: string
  endsAt: string
  status: ViewingStatus
  notes: string | null
  hostUserId: number
  viewerAnswer: ViewerAnswer | null
  answeredAt: string | null
  requestedDate: string | null
  requestedTime: string | null
  viewerMessage: string | null
  occupied: boolean
  noticeAt: string | null
  clashes: number[]
  inspectionClashes: number[]
  createdAt: string
  updatedAt: string
  version: number
}
export interface ViewingBody {
  propertyId: number
  roomNumber?: string | null
  viewerName: string
  viewerEmail: string
  viewerPhone: string
  viewingDate: string
  viewingTime: string
  notes?: string | null
}
export type ViewingChangeBody = Partial<Omit<ViewingBody, 'propertyId'>> & { status?: ViewingStatus }
export interface ViewingAnalytics {
  upcoming: number
  completed: number
  cancelled: number
  total: number
  today: number
  successRate: number
}
export interface ViewingClashes {
  viewings: Viewing[]
  inspections: { id: number; propertyName: string; inspectionDate: string; inspectionTime: string }[]
  occupied: boolean
  shortNotice: boolean
}
export interface ViewerPage {
  organisationName: string
  propertyAddress: string
  propertyPostcode: string
  roomNumber: string | null
  viewerName: string
  viewingDate: string
  viewingTime: string
  startsAt: string
  endsAt: string
  status: ViewingStatus
  viewerAnswer: ViewerAnswer | null
  requestedDate: string | null
  requestedTime: string | null
}
export interface AnswerBody {
  answer: ViewerAnswer
  requestedDate?: string | null
  requestedTime?: string | null
  message?: string | null
}

export type MaintenanceStatus = 'Open' | 'In Progress' | 'Completed' | 'Cancelled'
export type MaintenancePriority = 'High' | 'Medium' | 'Low'
export type AttachmentKind = 'photo' | 'before' | 'after' | 'invoice'
export type MaintenanceActor = 'Landlord' | 'Tenant' | 'Lintel'
export interface Attachment {
  id: number
  kind: AttachmentKind
  fileName: string
  mediaType: string
  sizeBytes: number
  addedBy: MaintenanceActor
  commentId: number | null
  createdAt: string
}
export interface Visit {
  visitDate: string
  startTime: string
  endTime: string
  notes: string | null
  tenantAgreed: boolean
  noticeAt: string | null
}
export interface Cost {
  id: number
  description: string
  amount: string
  date: string
  attachmentId: number | null
  createdAt: string
}
export interface MaintenanceEvent {
  kind: string
  at: string
  actor: MaintenanceActor
  userId: number | null
  from: string | null
  to: string | null
}
export interface MaintenanceRequest {
  id: number
  propertyId: number
  propertyName: string
  propertyAddress: string
  roomNumber: string | null
  tenantId: number | null
  tenantName: string | null
  tenantPhone: string | null
  title: string
  description: string
  category: string
  priority: MaintenancePriority
  emergency: boolean
  advice: string | null
  status: MaintenanceStatus
  entryPermitted: boolean | null
  reportedAt: string
  createdAt: string
  reportedByUserId: number | null
  assigneeUserId: number | null
  contractorId: number | null
  contractorName: string | null
  contractorPhone: string | null
  visit: Visit | null
  respondBy: string | null
  firstResponseAt: string | null
  fixBy: string | null
  targetState: 'onTime' | 'dueToday' | 'late'
  costTotal: string | null
  completedAt: string | null
  confirmedAt: string | null
  inspectionId: number | null
  attachments: string[]
  files: Attachment[]
  commentCount: number
  updatedAt: string
  version: number
  costs?: Cost[]
  history?: MaintenanceEvent[]
}
export interface MaintenanceBody {
  propertyId?: number
  roomNumber?: string | null
  title: string
  description: string
  category: string
  priority?: MaintenancePriority
  emergency?: boolean
  entryPermitted?: boolean | null
  inspectionId?: number
}
export interface MaintenanceChangeBody {
  title?: string
  description?: string
  category?: string
  priority?: MaintenancePriority
  emergency?: boolean
  status?: MaintenanceStatus
  assigneeUserId?: number | null
  contractorId?: number | null
}
export interface MaintenanceAnalytics {
  total: number
  open: number
  inProgress: number
  completed: number
  cancelled: number
  urgent: number
  late: number
  costThisYear: string | null
}
export interface Comment {
  id: number
  text: string
  author: MaintenanceActor
  userId: number | null
  authorName: string | null
  attachments: Attachment[]
  createdAt: string
}
export interface Contractor {
  id: number
  name: string
  trade: string
  phone: string
  email: string | null
  registration: string | null
  notes: string | null
  openRequests: number
  updatedAt: string
  version: number
}
export type ContractorBody = Pick<Contractor, 'name' | 'trade' | 'phone' | 'email' | 'registration' | 'notes'>

interface Paged {
  pageSize?: number
  pageToken?: string
}
interface Id {
  id: number
}

export interface PendingPaths {
  '/api/property-viewings': {
    get: Read<None, Paged & { view?: string; propertyId?: number; search?: string }, Viewing[]>
    post: Call<None, never, ViewingBody, Viewing>
  }
  '/api/property-viewings/analytics': { get: Read<None, never, ViewingAnalytics> }
  '/api/property-viewings/clashes': { get: Read<None, { propertyId: number; viewingDate: string; viewingTime: string; viewingId?: number }, ViewingClashes> }
  '/api/property-viewings/{id}': { get: Read<Id, never, Viewing>; patch: Call<Id, never, ViewingChangeBody, Viewing> }
  '/api/property-viewings/{id}/calendar': { get: Read<Id, never, string> }
  '/api/viewings/{token}': { get: Read<{ token: string }, never, ViewerPage>; post: Call<{ token: string }, never, AnswerBody, ViewerPage> }
  '/api/viewings/{token}/calendar': { get: Read<{ token: string }, never, string> }
  '/api/maintenance-requests': {
    get: Read<None, Paged & { statuses?: string; priorities?: string; propertyId?: number; search?: string; urgent?: boolean }, MaintenanceRequest[]>
    post: Call<None, never, MaintenanceBody, MaintenanceRequest>
  }
  '/api/maintenance-requests/analytics': { get: Read<None, never, MaintenanceAnalytics> }
  '/api/maintenance-requests/{id}': { get: Read<Id, never, MaintenanceRequest>; patch: Call<Id, never, MaintenanceChangeBody, MaintenanceRequest> }
  '/api/maintenance-requests/{id}/confirm': { post: Bare<Id, MaintenanceRequest> }
  '/api/maintenance-requests/{id}/visit': { put: Call<Id, never, Omit<Visit, 'noticeAt'>, MaintenanceRequest>; delete: Bare<Id, MaintenanceRequest> }
  '/api/maintenance-requests/{id}/costs': { post: Call<Id, never, { description: string; amount: string; date: string; attachmentId?: number }, Cost> }
  '/api/maintenance-requests/{id}/costs/{costId}': { delete: Bare<Id & { costId: number }, MaintenanceRequest> }
  '/api/maintenance-requests/{id}/comments': { get: Read<Id, Paged, Comment[]>; post: Call<Id, never, { text: string; attachments?: number[] }, Comment> }
  '/api/maintenance-requests/{id}/attachments/{attachmentId}': { delete: Bare<Id & { attachmentId: number }, undefined> }
  '/api/maintenance-requests/{id}/attachments/{attachmentId}/content': { get: Read<Id & { attachmentId: number }, never, Blob> }
  '/api/contractors': { get: Read<None, Paged & { trade?: string; search?: string }, Contractor[]>; post: Call<None, never, ContractorBody, Contractor> }
  '/api/contractors/{id}': { patch: Call<Id, never, Partial<ContractorBody>, Contractor>; delete: Bare<Id, undefined> }
}
