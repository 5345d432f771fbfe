{
  "variables": {
    # 1: an addon with AddressSanitizer and UndefinedBehaviorSanitizer (scripts/asan.mjs).
    "sanitize%": 0,
    "addon_flags": [
      "-std=c++20",
      "-Wall",
      "-Wextra",
      "-Werror",
      "-fno-exceptions",
      "-fvisibility=hidden",
      "-fvisibility-inlines-hidden",
    ],
  },
  "targets": [
    {
      # Functions about the process itself, for the gateway too: it never loads what reads the bytes of clients.
      "target_name": "tonegate-process",
      "sources": ["<!@(node list-sources.cjs core/process process)"],
      "include_dirs": [".", "<!(node -p \"require('node-addon-api').include_dir\")"],
      "defines": ["NAPI_VERSION=8", "NODE_ADDON_API_DISABLE_CPP_EXCEPTIONS"],
      "cflags_cc!": ["-std=gnu++17", "-std=gnu++20", "-fno-rtti"],
      "cflags_cc": ["<@(addon_flags)", "-O2"],
      "ldflags": ["-Wl,-Bsymbolic", "-Wl,--no-undefined-version"],
    },
    {
      "target_name": "tonegate",
      # All sources of core/ and bind/ but those of the other addon: a new file needs no entry here.
      "sources": ["<!@(node list-sources.cjs core bind -core/process)"],
      "include_dirs": [".", "<!(node -p \"require('node-addon-api').include_dir\")"],
      "defines": ["NAPI_VERSION=8", "NODE_ADDON_API_DISABLE_CPP_EXCEPTIONS"],
      # Headers and libraries come from the compiler's own search path, so that --sysroot decides in a cross-build;
      # pkg-config only adds a folder if a library lies elsewhere.
      "libraries": ["<!@(pkg-config --libs-only-L speex opus 2>/dev/null || true)", "-lspeex", "-lopus"],
      "cflags!": ["-O2"],
      "cflags_cc!": ["-O2", "-std=gnu++17", "-std=gnu++20", "-fno-rtti"],
      "cflags_cc": [
        "<@(addon_flags)",
        "-O3",
        # No fused multiply-add: the same audio gives the same events on every machine.
        "-ffp-contract=off",
        # Nothing reads errno after sqrt(), so that a loop with one can be vectorised.
        "-fno-math-errno",
      ],
      "ldflags": ["-Wl,-Bsymbolic", "-Wl,--no-undefined-version"],
      "conditions": [
        [
          "sanitize==1",
          {
            # With sanitizers the compiler loses track of initialised values: its guesses are no errors here.
            "cflags_cc!": ["-O3", "-Werror"],
            "cflags_cc": [
              "-O1",
              "-g",
              "-fno-omit-frame-pointer",
              "-fsanitize=address,undefined",
              "-fno-sanitize=vptr",
            ],
            "ldflags": ["-fsanitize=address,undefined"],
          },
        ],
      ],
    },
    {
      # The program that starts ffmpeg, engines and other children with fewer rights than the gateway has.
      "target_name": "tonegate-launch",
      "type": "executable",
      "sources": ["<!@(node list-sources.cjs launch)"],
      "include_dirs": ["."],
      "cflags!": ["-pthread"],
      "cflags_cc!": ["-std=gnu++17", "-std=gnu++20"],
      "cflags_cc": ["-std=c++20", "-O2", "-Wall", "-Wextra", "-Werror", "-fno-exceptions", "-fno-rtti", "-fPIE"],
      # AddressSanitizer takes terabytes of addresses in the started program, so there is no limit of memory.
      "conditions": [["sanitize==1", {"defines": ["TONEGATE_SANITIZED"]}]],
      # It needs nothing but the C library, so that it starts in a millisecond.
      "ldflags!": ["-pthread", "-rdynamic"],
      "ldflags": ["-pie", "-static-libstdc++", "-static-libgcc", "-Wl,-z,relro,-z,now", "-Wl,--as-needed"],
    }
  ]
}
