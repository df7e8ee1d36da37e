#!/bin/sh
echo "would publish $1"
