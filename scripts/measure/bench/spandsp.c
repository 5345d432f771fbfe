// The peer in the tone benchmark: spandsp's super_tone_rx with China's cadences at +-25 %, on the same clips.
//
// `spandsp screen FILE` reads lines "index offset bytes" on stdin, each a clip of 8 kHz s16le in FILE, and
// writes "index label atMs" with the first tone that super_tone_rx or the fax pair reports, or "index none 0".
// `spandsp speed FILE` reads the same lines, keeps the audio in memory and writes one line of times real time:
// "tones fax dtmf all", where fax is the CNG and CED pair of modem_connect_tones.
//
// Built on demand by spandsp.mjs when libspandsp-dev is installed; the product never links it.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <spandsp.h>

enum { kRateHz = 8000, kBlock = 160, kTolerancePercent = 25, kDialMs = 2000 };

static const char *const kLabels[] = {"busy", "ringback", "congestion", "unobtainable", "call-waiting", "dial", "howler", "cng", "ced"};
enum { kKinds = sizeof(kLabels) / sizeof(kLabels[0]), kCng = kKinds - 2, kCed = kKinds - 1 };

struct clip {
  int index;
  int64_t offset;
  size_t samples;
};

struct finding {
  int kind;  // -1: nothing yet
  size_t at_sample;
};

static size_t now_sample;

static void note(struct finding *finding, int kind) {
  if (finding->kind >= 0) return;
  finding->kind = kind;
  finding->at_sample = now_sample;
}

static void on_tone(void *user_data, int code, int level, int delay) {
  (void)level;
  (void)delay;
  if (code >= 0) note(user_data, code);
}

static void on_fax(void *user_data, int code, int level, int delay) {
  (void)level;
  (void)delay;
  if (code != MODEM_CONNECT_TONES_NONE) note(user_data, code == MODEM_CONNECT_TONES_FAX_CNG ? kCng : kCed);
}

static void ignore_digits(void *user_data, const char *digits, int len) {
  (void)user_data;
  (void)digits;
  (void)len;
}

static void add_step(super_tone_rx_descriptor_t *set, int tone, int hz, int ms) {
  super_tone_rx_add_element(set, tone, hz, 0, ms - ms * kTolerancePercent / 100, ms + ms * kTolerancePercent / 100);
}

// The order of the calls is the order of kLabels. Busy and congestion are asked for twice in a row, as is usual: after
// one burst and one gap, speech would pass for them.
static super_tone_rx_descriptor_t *make_china(void) {
  super_tone_rx_descriptor_t *set = super_tone_rx_make_descriptor(NULL);
  const struct {
    int on_ms, off_ms, times;
  } cadences[] = {{350, 350, 2}, {1000, 4000, 1}, {700, 700, 2}};
  for (size_t i = 0; i < sizeof(cadences) / sizeof(cadences[0]); ++i) {
    int tone = super_tone_rx_add_tone(set);
    for (int time = 0; time < cadences[i].times; ++time) {
      add_step(set, tone, 450, cadences[i].on_ms);
      add_step(set, tone, 0, cadences[i].off_ms);
    }
  }
  int unobtainable = super_tone_rx_add_tone(set);
  for (int i = 0; i < 8; ++i) add_step(set, unobtainable, i % 2 ? 0 : 450, i < 6 ? 100 : 400);
  int call_waiting = super_tone_rx_add_tone(set);
  add_step(set, call_waiting, 450, 400);
  add_step(set, call_waiting, 0, 4000);
  super_tone_rx_add_element(set, super_tone_rx_add_tone(set), 450, 0, kDialMs, 0);
  super_tone_rx_add_element(set, super_tone_rx_add_tone(set), 950, 0, kDialMs, 0);
  return set;
}

static int16_t *read_clip(FILE *file, const struct clip *clip) {
  int16_t *samples = malloc(clip->samples * sizeof(int16_t));
  if (samples == NULL || fseek(file, (long)clip->offset, SEEK_SET) != 0 ||
      fread(samples, sizeof(int16_t), clip->samples, file) != clip->samples) {
    fprintf(stderr, "spandsp: clip %d cannot be read\n", clip->index);
    exit(3);
  }
  return samples;
}

static int next_clip(struct clip *clip) {
  size_t bytes = 0;
  if (scanf("%d %" SCNd64 " %zu", &clip->index, &clip->offset, &bytes) != 3) return 0;
  clip->samples = bytes / 2;
  return 1;
}

static void screen(FILE *file) {
  super_tone_rx_descriptor_t *set = make_china();
  struct clip clip;
  while (next_clip(&clip)) {
    int16_t *samples = read_clip(file, &clip);
    struct finding finding = {-1, 0};
    super_tone_rx_state_t *tones = super_tone_rx_init(NULL, set, on_tone, &finding);
    modem_connect_tones_rx_state_t *cng = modem_connect_tones_rx_init(NULL, MODEM_CONNECT_TONES_FAX_CNG, on_fax, &finding);
    modem_connect_tones_rx_state_t *ced = modem_connect_tones_rx_init(NULL, MODEM_CONNECT_TONES_FAX_CED, on_fax, &finding);
    for (size_t at = 0; at < clip.samples && finding.kind < 0; at += kBlock) {
      size_t count = clip.samples - at < kBlock ? clip.samples - at : kBlock;
      now_sample = at + count;
      super_tone_rx(tones, samples + at, (int)count);
      modem_connect_tones_rx(cng, samples + at, (int)count);
      modem_connect_tones_rx(ced, samples + at, (int)count);
    }
    super_tone_rx_free(tones);
    modem_connect_tones_rx_free(cng);
    modem_connect_tones_rx_free(ced);
    free(samples);
    printf("%d %s %.1f\n", clip.index, finding.kind >= 0 && finding.kind < kKinds ? kLabels[finding.kind] : "none",
           finding.at_sample * 1000.0 / kRateHz);
  }
}

static double now_s(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void speed(FILE *file) {
  struct clip clip;
  int16_t *all = NULL;
  size_t total = 0;
  while (next_clip(&clip)) {
    int16_t *samples = read_clip(file, &clip);
    all = realloc(all, (total + clip.samples) * sizeof(int16_t));
    if (all == NULL) exit(5);
    memcpy(all + total, samples, clip.samples * sizeof(int16_t));
    total += clip.samples;
    free(samples);
  }
  struct finding finding = {-1, 0};
  super_tone_rx_state_t *tones = super_tone_rx_init(NULL, make_china(), on_tone, &finding);
  modem_connect_tones_rx_state_t *cng = modem_connect_tones_rx_init(NULL, MODEM_CONNECT_TONES_FAX_CNG, on_fax, &finding);
  modem_connect_tones_rx_state_t *ced = modem_connect_tones_rx_init(NULL, MODEM_CONNECT_TONES_FAX_CED, on_fax, &finding);
  dtmf_rx_state_t *dtmf = dtmf_rx_init(NULL, ignore_digits, NULL);
  double spent[3];
  for (int part = 0; part < 3; ++part) {
    double start = now_s();
    for (size_t at = 0; at + kBlock <= total; at += kBlock) {
      switch (part) {
        case 0:
          super_tone_rx(tones, all + at, kBlock);
          break;
        case 1:
          modem_connect_tones_rx(cng, all + at, kBlock);
          modem_connect_tones_rx(ced, all + at, kBlock);
          break;
        default:
          dtmf_rx(dtmf, all + at, kBlock);
      }
    }
    spent[part] = now_s() - start;
  }
  double seconds = (double)total / kRateHz;
  printf("%.0f %.0f %.0f %.0f\n", seconds / spent[0], seconds / spent[1], seconds / spent[2],
         seconds / (spent[0] + spent[1] + spent[2]));
}

int main(int argc, char **argv) {
  FILE *file = argc == 3 ? fopen(argv[2], "rb") : NULL;
  if (file == NULL) {
    fprintf(stderr, "usage: spandsp screen|speed FILE <clips\n");
    return 2;
  }
  if (strcmp(argv[1], "speed") == 0) {
    speed(file);
  } else {
    screen(file);
  }
  return 0;
}
