#!/bin/sh
# reuse.sh COMMAND...: runs the compiler's command, as a launcher of CMake does; but a part of simt-cu that
# the folder SIMT_TEST_PARTS has an object of, of the same source file, is copied.
folder=$SIMT_TEST_PARTS
object=
last=
for word; do
  [ "$last" != -o ] || object=$word
  last=$word
done
part=${object##*/}
if [ -e "$folder/$part" ] && cmp -s "$last" "$folder/${part%.o}.cpp"; then
  echo "$object: $last" >"$object.d"
  exec cp "$folder/$part" "$object"
fi
exec "$@"
