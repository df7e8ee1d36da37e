#!/bin/sh
echo "would check the style of $*"
