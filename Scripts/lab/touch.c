/* A touch screen that is none: a device of the kernel's uinput, named "Lab Touch Screen", of 1000 points each way. Lines on
   standard input: `X Y`, a tap there; it is unplugged at the end of the input. */
#include <fcntl.h>
#include <linux/uinput.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static int device;

static void say(int type, int code, int value) {
  struct input_event event = {.type = (unsigned short)type, .code = (unsigned short)code, .value = value};
  if (write(device, &event, sizeof event) != sizeof event) perror("touch");
}

static int axis(unsigned short code) {
  struct uinput_abs_setup setup = {.code = code, .absinfo = {.maximum = 999}};
  return ioctl(device, UI_ABS_SETUP, &setup);
}

int main(void) {
  device = open("/dev/uinput", O_WRONLY);
  struct uinput_setup setup = {.id = {.bustype = BUS_USB, .vendor = 0x3553, .product = 0xb002}};
  strcpy(setup.name, "Lab Touch Screen");
  if (device < 0 || ioctl(device, UI_SET_EVBIT, EV_KEY) < 0 || ioctl(device, UI_SET_EVBIT, EV_ABS) < 0 ||
      ioctl(device, UI_SET_KEYBIT, BTN_TOUCH) < 0 ||
      ioctl(device, UI_SET_PROPBIT, INPUT_PROP_DIRECT) < 0 || axis(ABS_X) < 0 || axis(ABS_Y) < 0 ||
      ioctl(device, UI_DEV_SETUP, &setup) < 0 || ioctl(device, UI_DEV_CREATE) < 0) {
    perror("touch: /dev/uinput");
    return 77;
  }
  int x, y;
  while (scanf("%d %d", &x, &y) == 2) {
    say(EV_ABS, ABS_X, x);
    say(EV_ABS, ABS_Y, y);
    say(EV_KEY, BTN_TOUCH, 1);
    say(EV_SYN, SYN_REPORT, 0);
    usleep(150000);
    say(EV_KEY, BTN_TOUCH, 0);
    say(EV_SYN, SYN_REPORT, 0);
  }
  return 0;
}
