# U-Boot's script: which slot boots. scripts/image makes boot.scr of it.
#
# The state is one sector, kept twice in partition 2 (the second copy 8 sectors later); a copy counts if its CRC fits:
#   BOOT_ORDER    the slots, the wanted one first: "A B" or "B A"
#   BOOT_A_LEFT   how often slot A may still be tried (3 when it is good or new, 0 when it is bad)
#   BOOT_B_LEFT   the same of slot B
#   BOOT_PENDING  the slot of an update that has not passed its self-test yet; tries are counted only while there is one
#   BOOT_GOOD     the slot that passed its self-test last: it boots in safe mode when no slot has a try left
#   BOOT_ARGS     further arguments of the kernel
# more_args, a variable that only a person at U-Boot's prompt sets, is added to the arguments of this one boot.
# Huge pages only for programs that ask: with them everywhere, the idle programs of a box take more memory than they use.
# A slot is a squashfs with the kernel and its first file system behind it, as a FIT with SHA-256 hashes.
# test/process/project/boot-script.test.ts runs this file in a shell, on a table of states.
setenv state_addr 0x48000000
setenv fit_addr 0x50000000
setenv BOOT_ORDER "A B"
setenv BOOT_A_LEFT 3
setenv BOOT_B_LEFT 3
setenv BOOT_PENDING
setenv BOOT_GOOD A
setenv BOOT_ARGS
setenv state_names "BOOT_ORDER BOOT_A_LEFT BOOT_B_LEFT BOOT_PENDING BOOT_GOOD BOOT_ARGS"
part start ${devtype} ${devnum} 2 state_at
setexpr state_copy_at ${state_at} + 8
${devtype} dev ${devnum}
if ${devtype} read ${state_addr} ${state_at} 1 && env import -c ${state_addr} 0x200 ${state_names}; then
  echo "tonegate: order ${BOOT_ORDER}, tries left A ${BOOT_A_LEFT}, B ${BOOT_B_LEFT}, pending ${BOOT_PENDING}"
elif ${devtype} read ${state_addr} ${state_copy_at} 1 && env import -c ${state_addr} 0x200 ${state_names}; then
  echo "tonegate: the first copy of the boot state is damaged; the second one counts"
else
  echo "tonegate: both copies of the boot state are damaged; slot A is tried first"
fi
setenv slot
setenv slot_args
for candidate in ${BOOT_ORDER}; do
  if test -z "${slot}"; then
    setenv tries ${BOOT_A_LEFT}
    setenv slot_part 3
    if test "${candidate}" = B; then
      setenv tries ${BOOT_B_LEFT}
      setenv slot_part 4
    fi
    if test ${tries} -gt 0; then
      if test -n "${BOOT_PENDING}"; then
        setexpr tries ${tries} - 1
        if test "${candidate}" = B; then
          setenv BOOT_B_LEFT ${tries}
        else
          setenv BOOT_A_LEFT ${tries}
        fi
        env export -c -s 0x200 ${state_addr} ${state_names}
        ${devtype} write ${state_addr} ${state_at} 1
        ${devtype} write ${state_addr} ${state_copy_at} 1
        echo "tonegate: an update is being tried; slot ${candidate} has ${tries} tries left"
      fi
      part start ${devtype} ${devnum} ${slot_part} slot_at
      setexpr fit_at ${slot_at} + @FIT_SECTOR@
      if ${devtype} read ${fit_addr} ${fit_at} @FIT_SECTORS@ && iminfo ${fit_addr}; then
        setenv slot ${candidate}
      else
        echo "tonegate: the kernel of slot ${candidate} cannot be read"
      fi
    else
      echo "tonegate: slot ${candidate} has no try left"
    fi
  fi
done
if test -z "${slot}"; then
  setenv fallback A
  if test "${BOOT_GOOD}" = A; then
    setenv fallback B
  fi
  for candidate in ${BOOT_GOOD} ${fallback}; do
    if test -z "${slot}"; then
      setenv slot_part 3
      if test "${candidate}" = B; then
        setenv slot_part 4
      fi
      part start ${devtype} ${devnum} ${slot_part} slot_at
      setexpr fit_at ${slot_at} + @FIT_SECTOR@
      if ${devtype} read ${fit_addr} ${fit_at} @FIT_SECTORS@ && iminfo ${fit_addr}; then
        setenv slot ${candidate}
        setenv slot_args tonegate.safe-mode
        echo "tonegate: no slot has a try left; slot ${candidate} boots in safe mode"
      fi
    fi
  done
fi
if test -n "${slot}"; then
  setenv bootargs "ro quiet panic=10 transparent_hugepage=madvise tonegate.slot=${slot} rauc.slot=${slot} ${slot_args} ${BOOT_ARGS} ${more_args}"
  setenv tree_addr ${fdtcontroladdr}
  if test -n "${fdt_addr}"; then
    setenv tree_addr ${fdt_addr}
  fi
  bootm ${fit_addr}:kernel ${fit_addr}:ramdisk ${tree_addr}
fi
echo "tonegate: no slot can be booted; the box starts again in 60 s"
sleep 60
reset
