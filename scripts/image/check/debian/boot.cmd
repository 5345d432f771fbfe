# U-Boot's script of the plain Debian that a box is compared with.
load ${devtype} ${devnum}:1 0x50000000 kernel
load ${devtype} ${devnum}:1 0x58000000 initrd
setenv bootargs "quiet panic=10"
booti 0x50000000 0x58000000:${filesize} ${fdtcontroladdr}
