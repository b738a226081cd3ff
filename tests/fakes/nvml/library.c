/* A stand-in for libnvidia-ml.so.1, driven by a control file (FAKE_NVML_CONTROL) that is read again when it changes.
 * Layouts follow nvml.h. Every export first passes gate(): reload, delay, faults. -DOLD_DRIVER leaves newer symbols out.
 * The lines that it understands are described in tests/fakes/nvml/__init__.py. */
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

typedef unsigned int u32;
typedef unsigned long long u64;
enum { OK, UNINITIALIZED, INVALID, NOT_SUPPORTED, NO_PERMISSION, NOT_FOUND = 6, INSUFFICIENT = 7, TIMEOUT = 10, VERSION = 25 };
enum { CARDS = 16, MIGS = 7, PROCS = 64, RULES = 128, KEYS = 32, XIDS = 256 };

typedef struct { u32 pid; u64 memory; u32 gpu_instance, compute_instance; } process_t;
typedef struct { process_t row; u32 util; } proc_t;
typedef struct { int is_mig, card, index, there; char uuid[96]; u64 total, used; u32 gi, ci; } mig_t;
typedef struct { char key[64]; u64 value; } field_t;
typedef struct {
  int is_mig, index, error, procs, fields;
  char name[96], uuid[96], bus[32];
  field_t field[KEYS];
  proc_t proc[PROCS];
  mig_t mig[MIGS];
} card_t;
typedef struct { int card; char function[64]; int code; u64 delay; } rule_t;
typedef struct { int card; u64 code; long serial; } xid_t;
typedef struct { long seen; u32 cards; } events_t;

static card_t card[CARDS];
static rule_t rule[RULES];
static xid_t xid[XIDS];
static int cards, rules, xids, inits, grows, init_error, generation;
static u64 delay_us;
static char driver[80];
static int cuda;
static struct { char path[512]; time_t s; long ns; off_t size; ino_t ino; } last;
static volatile int lock;

static void put(card_t *c, const char *key, u64 value) {
  int i = 0;
  while (i < c->fields && strcmp(c->field[i].key, key)) i++;
  if (i == KEYS) return;
  if (i == c->fields) { snprintf(c->field[i].key, 64, "%s", key); c->fields++; }
  c->field[i].value = value;
}

static u64 get(card_t *c, const char *key, u64 otherwise) {
  for (int i = 0; i < c->fields; i++) if (!strcmp(c->field[i].key, key)) return c->field[i].value;
  return otherwise;
}

static void blank(void) {
  memset(card, 0, sizeof card);
  cards = rules = xids = grows = init_error = 0;
  delay_us = 0;
  strcpy(driver, "550.54.15");
  cuda = 12040;
  for (int i = 0; i < CARDS; i++) {
    card[i].index = i;
    strcpy(card[i].name, "NVIDIA A100-SXM4-80GB");
    sprintf(card[i].uuid, "GPU-5a7e1f3c-0000-0000-0000-%012d", i);
    sprintf(card[i].bus, "00000000:%02X:00.0", 16 * (i + 1) - 1);
  }
}

static void card_line(card_t *c, const char *rest) {
  char key[64] = "", word[64] = "";
  u64 n = 0, m = 0;
  long gi = -1, ci = -1;
  u32 pid, util;
  if (sscanf(rest, "%63s", key) != 1) return;
  const char *value = rest + strspn(rest, " ") + strlen(key);
  value += strspn(value, " ");
  if (!strcmp(key, "name")) snprintf(c->name, 96, "%s", value);
  else if (!strcmp(key, "garbled")) strcpy(c->name, "\xff\xfe\xff");
  else if (!strcmp(key, "uuid")) snprintf(c->uuid, 96, "%s", value);
  else if (!strcmp(key, "error")) c->error = atoi(value);
  else if (!strcmp(key, "fail") && rules < RULES && sscanf(value, "%63s %llu", word, &n) == 2) {
    rule[rules] = (rule_t){.card = c->index, .code = (int)n};
    strcpy(rule[rules++].function, word);
  } else if (!strcmp(key, "delay") && rules < RULES && sscanf(value, "%63s %llu", word, &n) == 2) {
    rule[rules] = (rule_t){.card = c->index, .delay = n};
    strcpy(rule[rules++].function, word);
  } else if (!strcmp(key, "proc") && c->procs < PROCS) {
    util = 0;
    if (sscanf(value, "%u %llu %u %ld %ld", &pid, &n, &util, &gi, &ci) >= 2)
      c->proc[c->procs++] = (proc_t){{pid, n, (u32)gi, (u32)ci}, util};
  } else if (!strcmp(key, "mig") && sscanf(value, "%u %llu %llu %ld %ld", &pid, &n, &m, &gi, &ci) == 5 && pid < MIGS) {
    mig_t *g = &c->mig[pid];
    *g = (mig_t){1, c->index, (int)pid, 1, "", n, m, (u32)gi, (u32)ci};
    sprintf(g->uuid, "MIG-5a7e1f3c-0000-0000-%04d-%012u", c->index, pid);
  } else put(c, key, strtoull(value, NULL, 0));
}

static void line_in(char *line) {
  char word[64] = "";
  int i;
  u64 n;
  long serial;
  line[strcspn(line, "\n")] = 0;
  if (sscanf(line, "gpu %d %63s", &i, word) == 2 && i >= 0 && i < CARDS) card_line(&card[i], strstr(line, word));
  else if (sscanf(line, "count %d", &i) == 1) cards = i;
  else if (sscanf(line, "driver %79s", driver) == 1) return;
  else if (sscanf(line, "cuda %d", &cuda) == 1) return;
  else if (sscanf(line, "init_error %d", &init_error) == 1) return;
  else if (sscanf(line, "delay_us %llu", &delay_us) == 1) return;
  else if (sscanf(line, "grows %d", &grows) == 1) return;
  else if (sscanf(line, "fail %63s %llu", word, &n) == 2 && rules < RULES) {
    rule[rules] = (rule_t){.card = -1, .code = (int)n};
    strcpy(rule[rules++].function, word);
  } else if (sscanf(line, "delay %63s %llu", word, &n) == 2 && rules < RULES) {
    rule[rules] = (rule_t){.card = -1, .delay = n};
    strcpy(rule[rules++].function, word);
  } else if (sscanf(line, "xid %d %llu %ld", &i, &n, &serial) == 3 && xids < XIDS) xid[xids++] = (xid_t){i, n, serial};
}

static void reload(void) {
  const char *path = getenv("FAKE_NVML_CONTROL");
  struct stat st;
  char line[512];
  if (!path || stat(path, &st)) return;
  if (!strcmp(path, last.path) && st.st_mtim.tv_sec == last.s && st.st_mtim.tv_nsec == last.ns &&
      st.st_size == last.size && st.st_ino == last.ino) return;
  FILE *file = fopen(path, "r");
  if (!file) return;
  blank();
  while (fgets(line, sizeof line, file)) line_in(line);
  fclose(file);
  snprintf(last.path, sizeof last.path, "%s", path);
  last.s = st.st_mtim.tv_sec, last.ns = st.st_mtim.tv_nsec, last.size = st.st_size, last.ino = st.st_ino;
  generation++;
}

static void refresh(void) {
  while (__sync_lock_test_and_set(&lock, 1)) usleep(10);
  reload();
  __sync_lock_release(&lock);
}

static u64 delay_of(const char *function, int index) {
  u64 longest = delay_us;
  for (int i = 0; i < rules; i++)
    if (rule[i].delay > longest && !strcmp(rule[i].function, function) && (rule[i].card < 0 || rule[i].card == index))
      longest = rule[i].delay;
  return longest;
}

/* Waits as the control file says, but no longer than it says so: a fault that is switched off lets go. */
static int gate(const char *function, card_t *c, int needs_init) {
  int index = c ? c->index : -1;
  refresh();
  for (u64 waited = 0; waited < delay_of(function, index); waited += 2000) { usleep(2000); refresh(); }
  if (needs_init && !inits) return UNINITIALIZED;
  if (c && (c < card || c >= card + CARDS)) return INVALID;
  if (c && c->error) return c->error;
  for (int i = 0; i < rules; i++)
    if (rule[i].code && !strcmp(rule[i].function, function) && (rule[i].card < 0 || rule[i].card == index))
      return rule[i].code;
  return OK;
}

#define ENTER(c) do { int r_ = gate(__func__ + 4, c, 1); if (r_) return r_; } while (0)
#define NUMBER(function, key, type, otherwise) \
  int nvml##function(card_t *c, type *out) { ENTER(c); *out = (type)get(c, key, otherwise); return OK; }

/* --- the library ------------------------------------------------------------------------------------------- */
int nvmlInitWithFlags(u32 flags) {
  (void)flags;
  int r = gate("InitWithFlags", NULL, 0);
  if (r || init_error) return r ? r : init_error;
  inits++;
  return OK;
}
int nvmlInit_v2(void) { return nvmlInitWithFlags(0); }
int nvmlShutdown(void) { ENTER(NULL); inits--; return OK; }
const char *nvmlErrorString(int code) {
  static char text[48];
  if (code == 18) return "Driver/library version mismatch";
  if (code == 9) return "Driver Not Loaded";
  if (code == 999) return "Unknown Error";
  sprintf(text, "Error %d", code);
  return text;
}
int nvmlSystemGetDriverVersion(char *out, u32 n) { ENTER(NULL); snprintf(out, n, "%s", driver); return OK; }
int nvmlSystemGetNVMLVersion(char *out, u32 n) { ENTER(NULL); snprintf(out, n, "12.%s", driver); return OK; }
int nvmlSystemGetCudaDriverVersion_v2(int *out) { ENTER(NULL); *out = cuda; return OK; }
int nvmlSystemGetCudaDriverVersion(int *out) { ENTER(NULL); *out = cuda; return OK; }
int nvmlDeviceGetCount_v2(u32 *out) { ENTER(NULL); *out = (u32)cards; return OK; }

/* --- which card -------------------------------------------------------------------------------------------- */
int nvmlDeviceGetHandleByIndex_v2(u32 i, card_t **out) {
  refresh();
  if (i >= (u32)cards) return INVALID;
  ENTER(&card[i]);
  *out = &card[i];
  return OK;
}
int nvmlDeviceGetHandleByUUID(const char *uuid, card_t **out) {
  ENTER(NULL);
  for (int i = 0; i < cards; i++) if (!strcmp(card[i].uuid, uuid)) { *out = &card[i]; return OK; }
  return NOT_FOUND;
}
int nvmlDeviceGetIndex(card_t *c, u32 *out) { ENTER(c); *out = (u32)c->index; return OK; }
int nvmlDeviceGetName(card_t *c, char *out, u32 n) { ENTER(c); snprintf(out, n, "%s", c->name); return OK; }
int nvmlDeviceGetUUID(void *any, char *out, u32 n) {
  if (*(int *)any) { snprintf(out, n, "%s", ((mig_t *)any)->uuid); return OK; }
  card_t *c = any;
  ENTER(c);
  snprintf(out, n, "%s", c->uuid);
  return OK;
}
int nvmlDeviceGetSerial(card_t *c, char *out, u32 n) { ENTER(c); snprintf(out, n, "13209210%05d", c->index); return OK; }
typedef struct { char legacy[16]; u32 domain, bus, device, id, subsystem; char bus_id[32]; } pci_t;
int nvmlDeviceGetPciInfo_v3(card_t *c, pci_t *out) {
  ENTER(c);
  memset(out, 0, sizeof *out);
  out->bus = (u32)(16 * (c->index + 1) - 1);
  strcpy(out->bus_id, c->bus);
  memcpy(out->legacy, c->bus + 4, 13);
  return OK;
}

/* --- what it does: version 1 of memory counts the reserved as used since R510, which brought version 2 ------ */
#ifdef OLD_DRIVER
#define ALSO(c) 0
#else
#define ALSO(c) RESERVED(c)
#endif
#define TOTAL(c) get(c, "total", 80ULL << 30)
#define USED(c) get(c, "used", 31ULL << 30)
#define RESERVED(c) get(c, "reserved", 1ULL << 30)
typedef struct { u64 total, free, used; } memory_t;
typedef struct { u32 version; u64 total, reserved, free, used; } memory_v2_t;
int nvmlDeviceGetMemoryInfo(void *any, memory_t *out) {
  card_t *c = any;
  if (*(int *)any) { mig_t *g = any; *out = (memory_t){g->total, g->total - g->used, g->used}; return OK; }
  ENTER(c);
  *out = (memory_t){TOTAL(c), TOTAL(c) - USED(c) - ALSO(c), USED(c) + ALSO(c)};
  return OK;
}
#ifndef OLD_DRIVER
int nvmlDeviceGetMemoryInfo_v2(void *any, memory_v2_t *out) {
  card_t *c = any;
  if (out->version != 0x02000028) return VERSION;
  if (*(int *)any) { mig_t *g = any; *out = (memory_v2_t){out->version, g->total, 0, g->total - g->used, g->used}; return OK; }
  ENTER(c);
  *out = (memory_v2_t){out->version, TOTAL(c), RESERVED(c), TOTAL(c) - USED(c) - RESERVED(c), USED(c)};
  return OK;
}
typedef struct { u32 version, sensor; int degrees; } temperature_t;
int nvmlDeviceGetTemperatureV(card_t *c, temperature_t *out) {
  if (out->version != 0x0100000c) return VERSION;
  ENTER(c);
  out->degrees = (int)get(c, "temp", 64);
  return OK;
}
NUMBER(DeviceGetCurrentClocksEventReasons, "thr", u64, 0)
#endif
int nvmlDeviceGetTemperature(card_t *c, u32 sensor, u32 *out) {
  (void)sensor;
  ENTER(c);
  *out = (u32)get(c, "temp", 64);
  return OK;
}
NUMBER(DeviceGetCurrentClocksThrottleReasons, "thr", u64, 0)
int nvmlDeviceGetUtilizationRates(card_t *c, u32 *out) {
  ENTER(c);
  out[0] = (u32)get(c, "util", 97);
  out[1] = (u32)get(c, "memutil", 40);
  return OK;
}
NUMBER(DeviceGetPowerUsage, "power", u32, 312450)
NUMBER(DeviceGetEnforcedPowerLimit, "limit", u32, 400000)
NUMBER(DeviceGetPowerManagementLimit, "set", u32, 400000)
NUMBER(DeviceGetPowerManagementDefaultLimit, "default", u32, 400000)
int nvmlDeviceGetPowerManagementLimitConstraints(card_t *c, u32 *low, u32 *high) {
  ENTER(c);
  *low = (u32)get(c, "min", 100000);
  *high = (u32)get(c, "max", 400000);
  return OK;
}
NUMBER(DeviceGetPerformanceState, "pstate", u32, 0)
NUMBER(DeviceGetFanSpeed, "fan", u32, 30)
NUMBER(DeviceGetTotalEnergyConsumption, "energy", u64, 123456789)
int nvmlDeviceGetClockInfo(card_t *c, u32 kind, u32 *out) {
  ENTER(c);
  *out = (u32)(kind == 2 ? get(c, "mem_clock", 1593) : get(c, "sm_clock", 1410));
  return OK;
}
int nvmlDeviceGetMaxClockInfo(card_t *c, u32 kind, u32 *out) { ENTER(c); *out = kind == 2 ? 1593 : 1410; return OK; }
int nvmlDeviceGetEncoderUtilization(card_t *c, u32 *out, u32 *period) { ENTER(c); *out = *period = 0; return OK; }
int nvmlDeviceGetDecoderUtilization(card_t *c, u32 *out, u32 *period) { ENTER(c); *out = *period = 0; return OK; }
NUMBER(DeviceGetAccountingMode, "accounting", u32, 0)

/* --- how it fares ------------------------------------------------------------------------------------------ */
int nvmlDeviceGetTotalEccErrors(card_t *c, u32 kind, u32 counter, u64 *out) {
  (void)counter;
  ENTER(c);
  *out = get(c, kind ? "ecc" : "ecc_corrected", 0);
  return OK;
}
int nvmlDeviceGetRemappedRows(card_t *c, u32 *fixed, u32 *lost, u32 *pending, u32 *failed) {
  ENTER(c);
  *fixed = (u32)get(c, "remap_fixed", 0), *lost = (u32)get(c, "remap", 0);
  *pending = (u32)get(c, "remap_pending", 0), *failed = (u32)get(c, "remap_failed", 0);
  return OK;
}
int nvmlDeviceGetRetiredPages(card_t *c, u32 cause, u32 *count, u64 *pages) {
  ENTER(c);
  u32 n = cause ? 0 : (u32)get(c, "retired", 0);
  u32 room = *count;
  *count = n;
  if (n && room < n) return INSUFFICIENT;
  for (u32 i = 0; i < n; i++) pages[i] = i;
  return OK;
}
NUMBER(DeviceGetRetiredPagesPendingStatus, "retire_pending", u32, 0)
typedef struct { u32 field, scope; int64_t at, took; u32 type; int code; u64 value; } value_t;
int nvmlDeviceGetFieldValues(card_t *c, int n, value_t *out) {
  ENTER(c);
  for (int i = 0; i < n; i++) {
    out[i].code = OK, out[i].type = 1;
    if (out[i].field == 82) out[i].value = get(c, "memtemp", 70);
#ifndef OLD_DRIVER
    else if (out[i].field == 230) out[i].value = get(c, "recovery", 0);
#endif
    else out[i].code = NOT_SUPPORTED;
  }
  return OK;
}
NUMBER(DeviceGetVirtualizationMode, "virtual", u32, 0)
NUMBER(DeviceGetCurrPcieLinkGeneration, "pcie_gen", u32, 4)
NUMBER(DeviceGetMaxPcieLinkGeneration, "pcie_gen_max", u32, 4)
NUMBER(DeviceGetCurrPcieLinkWidth, "pcie_width", u32, 16)
NUMBER(DeviceGetMaxPcieLinkWidth, "pcie_width_max", u32, 16)
int nvmlDeviceGetNvLinkState(card_t *c, u32 link, u32 *out) { ENTER(c); *out = link < get(c, "nvlinks", 12); return OK; }
int nvmlDeviceGetTopologyCommonAncestor(card_t *a, card_t *b, u32 *out) {
  ENTER(a);
  *out = a == b ? 0 : a->index / 2 == b->index / 2 ? 10 : a->index / 4 == b->index / 4 ? 40 : 50;
  return OK;
}
int nvmlDeviceGetP2PStatus(card_t *a, card_t *b, u32 kind, u32 *out) {
  ENTER(a);
  *out = kind == 2 && get(a, "nvlinks", 12) && get(b, "nvlinks", 12) ? 0 : 6;
  return OK;
}

/* --- slices ------------------------------------------------------------------------------------------------ */
int nvmlDeviceGetMigMode(card_t *c, u32 *now, u32 *next) { ENTER(c); *now = *next = (u32)get(c, "mig_mode", 0); return OK; }
int nvmlDeviceGetMaxMigDeviceCount(card_t *c, u32 *out) { ENTER(c); *out = MIGS; return OK; }
int nvmlDeviceGetMigDeviceHandleByIndex(card_t *c, u32 i, mig_t **out) {
  ENTER(c);
  if (i >= MIGS || !c->mig[i].there) return NOT_FOUND;
  *out = &c->mig[i];
  return OK;
}
int nvmlDeviceGetGpuInstanceId(mig_t *g, u32 *out) { *out = g->gi; return OK; }
int nvmlDeviceGetComputeInstanceId(mig_t *g, u32 *out) { *out = g->ci; return OK; }

/* --- processes --------------------------------------------------------------------------------------------- */
static int list(card_t *c, u32 *count, process_t *out, int graphics) {
  u32 n = graphics ? 0 : (u32)c->procs, room = *count;
  *count = n;
  if (!n) return OK;
  if (!out || room < n) return INSUFFICIENT;
  if (grows-- > 0) { *count = room + 1; return INSUFFICIENT; }
  for (u32 i = 0; i < n; i++) out[i] = c->proc[i].row;
  return OK;
}
int nvmlDeviceGetComputeRunningProcesses_v2(card_t *c, u32 *n, process_t *out) { ENTER(c); return list(c, n, out, 0); }
int nvmlDeviceGetGraphicsRunningProcesses_v2(card_t *c, u32 *n, process_t *out) { ENTER(c); return list(c, n, out, 1); }
#ifndef OLD_DRIVER
int nvmlDeviceGetComputeRunningProcesses_v3(card_t *c, u32 *n, process_t *out) { ENTER(c); return list(c, n, out, 0); }
int nvmlDeviceGetGraphicsRunningProcesses_v3(card_t *c, u32 *n, process_t *out) { ENTER(c); return list(c, n, out, 1); }
#endif
typedef struct { u32 pid; u64 at; u32 sm, memory, encoder, decoder; } usage_t;
int nvmlDeviceGetProcessUtilization(card_t *c, usage_t *out, u32 *count, u64 since) {
  ENTER(c);
  struct timespec t;
  clock_gettime(CLOCK_REALTIME, &t);
  u64 now = get(c, "sampled_at", (u64)t.tv_sec * 1000000 + (u64)t.tv_nsec / 1000);
  u32 n = 0, room = *count;
  for (int i = 0; i < c->procs; i++) n += c->proc[i].util > 0;
  if (since >= now) n = 0;
  *count = n;
  if (!n) return NOT_FOUND;
  if (!out || room < n) return INSUFFICIENT;
  u32 at = 0;
  for (int i = 0; i < c->procs; i++)
    if (c->proc[i].util) out[at++] = (usage_t){c->proc[i].row.pid, now, c->proc[i].util, 5, 0, 0};
  return OK;
}

/* --- events: only what comes after the registration --------------------------------------------------------- */
int nvmlEventSetCreate(events_t **out) {
  ENTER(NULL);
  *out = calloc(1, sizeof **out);
  for (int i = 0; i < xids; i++) if (xid[i].serial > (*out)->seen) (*out)->seen = xid[i].serial;
  return OK;
}
int nvmlDeviceRegisterEvents(card_t *c, u64 types, events_t *set) { (void)types; ENTER(c); set->cards |= 1u << c->index; return OK; }
int nvmlEventSetFree(events_t *set) { free(set); return OK; }
typedef struct { card_t *c; u64 type, data; u32 gi, ci; } event_t;
int nvmlEventSetWait_v2(events_t *set, event_t *out, u32 ms) {
  int began = generation;
  for (u32 waited = 0;; waited += 5) {
    ENTER(NULL);
    for (int i = 0; i < xids; i++)
      if (xid[i].serial > set->seen && (set->cards & (1u << xid[i].card))) {
        set->seen = xid[i].serial;
        *out = (event_t){&card[xid[i].card], 8, xid[i].code, ~0u, ~0u};
        return OK;
      }
    if (waited >= ms || (ms > 200 && generation != began)) return TIMEOUT;
    usleep(5000);
  }
}

/* --- for tests in one process: forgets every nvmlInit ------------------------------------------------------- */
void fake_reset(void) { inits = 0; last.path[0] = 0; blank(); }
