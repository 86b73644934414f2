"""The networks of bench-features by ONNX Runtime, with one thread: features.py WEIGHTS FOLDER
Builds them from the booth's own file of weights, prints the milliseconds of CPU, medians of 15, and how far what bench-features
left in the folder is from what they say."""
import math
import struct
import sys
import time

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper


def read(path):
    with open(path, "rb") as file:
        data = file.read()
    count, at, entries = struct.unpack_from("<I", data, 12)[0], 48, []
    for _ in range(count):
        letters, sides = data[at], data[at + 1]
        name = data[at + 2 : at + 2 + letters].decode()
        entries.append((name, struct.unpack_from(f"<{sides}I", data, at + 2 + letters)))
        at += 2 + letters + 4 * sides
    at += -(at - 48) % 16
    weights = {}
    for name, shape in entries:
        size = math.prod(shape)
        weights[name] = np.frombuffer(data, "<f4", size, at).reshape(shape)
        at += 4 * size
    return weights


class Graph:
    def __init__(self, weights, prefix):
        self.weights, self.prefix, self.nodes, self.constants, self.count = weights, prefix, [], [], 0

    def constant(self, value, kind=np.float32):
        self.count += 1
        name = f"c{self.count}"
        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(value, kind), name))
        return name

    def weight(self, name):
        return self.weights[self.prefix + name]

    def do(self, operation, *inputs, **settings):
        self.count += 1
        self.nodes.append(helper.make_node(operation, list(inputs), [f"t{self.count}"], **settings))
        return f"t{self.count}"

    def session(self, inputs, outputs):
        def info(name, shape):
            return helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)

        for name, result in outputs.items():
            self.nodes.append(helper.make_node("Identity", [result], [name]))
        graph = helper.make_graph(
            self.nodes, "peer", [info(*each) for each in inputs.items()], [info(name, None) for name in outputs], self.constants
        )
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        return onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])


def xfeat(weights, height, width):
    g = Graph(weights, "xfeat.")

    def layer(x, name, stride=1, relu=True):
        kernel = g.weight(name + ".weight")
        pad = [kernel.shape[2] // 2] * 4
        x = g.do(
            "Conv", x, g.constant(kernel), g.constant(g.weight(name + ".bias")), strides=[stride] * 2, pads=pad,
            kernel_shape=list(kernel.shape[2:]),
        )
        return g.do("Relu", x) if relu else x

    def chain(x, name, strides):
        for index, stride in enumerate(strides):
            x = layer(x, f"{name}.{index}", stride)
        return x

    def enlarged(x, factor):
        return g.do("Resize", x, "", g.constant([1, 1, factor, factor]), mode="linear")

    pooled = g.do("AveragePool", "x", kernel_shape=[4, 4], strides=[4, 4])
    x2 = chain(g.do("Add", chain("x", "block1", [1, 2, 1, 2]), layer(pooled, "skip1.1", relu=False)), "block2", [1, 1])
    x3 = chain(x2, "block3", [2, 1, 1])
    x4 = chain(x3, "block4", [2, 1, 1])
    x5 = chain(x4, "block5", [2, 1, 1, 1])
    x = g.do("Add", g.do("Add", x3, enlarged(x4, 2)), enlarged(x5, 4))
    found = layer(chain(x, "block_fusion", [1, 1]), "block_fusion.2", relu=False)
    sure = g.do("Sigmoid", layer(chain(found, "heatmap_head", [1, 1]), "heatmap_head.2", relu=False))
    cells = g.do("Reshape", "x", g.constant([height // 8, 8, width // 8, 8], np.int64))
    cells = g.do("Transpose", cells, perm=[1, 3, 0, 2])
    cells = g.do("Reshape", cells, g.constant([1, 64, height // 8, width // 8], np.int64))
    points = layer(chain(cells, "keypoint_head", [1, 1, 1]), "keypoint_head.3", relu=False)
    return g.session({"x": [1, 1, height, width]}, {"found": found, "sure": sure, "points": points})


def lighterglue(weights):
    g = Graph(weights, "lighterglue.")
    width = g.weight("input_proj.bias").shape[0]
    turn = np.zeros((width, width))
    turn[range(1, width, 2), range(0, width, 2)], turn[range(0, width, 2), range(1, width, 2)] = -1, 1

    def product(x, weight, bias):
        return g.do("Add", g.do("MatMul", x, g.constant(weight.T)), g.constant(bias))

    def linear(x, name):
        return product(x, g.weight(name + ".weight"), g.weight(name + ".bias"))

    def across(x):
        return g.do("Transpose", x, perm=[1, 0])

    def mixed(x, message, name):
        y = linear(g.do("Concat", x, message, axis=-1), name + ".0")
        scale, shift = (g.constant(g.weight(f"{name}.1.{kind}")) for kind in ("weight", "bias"))
        y = g.do("LayerNormalization", y, scale, shift, axis=-1, epsilon=1e-5)
        y = g.do("Mul", g.do("Mul", y, g.constant(0.5)),
                 g.do("Add", g.do("Erf", g.do("Mul", y, g.constant(0.5**0.5))), g.constant(1)))
        return g.do("Add", x, linear(y, name + ".3"))

    def turned(x, cos, sin):
        return g.do("Add", g.do("Mul", x, cos), g.do("Mul", g.do("MatMul", x, g.constant(turn)), sin))

    def own(x, place, name):
        weight = g.weight(name + ".Wqkv.weight").reshape(width, 3, width)
        bias = g.weight(name + ".Wqkv.bias").reshape(width, 3)
        q, k, v = (product(x, weight[:, i], bias[:, i]) for i in range(3))
        scores = g.do("MatMul", turned(q, *place), across(turned(k, *place)))
        shares = g.do("Softmax", g.do("Mul", scores, g.constant(width**-0.5)), axis=-1)
        return mixed(x, linear(g.do("MatMul", shares, v), name + ".out_proj"), name + ".ffn")

    states, places = [], []
    for side in "01":
        angles = g.do("MatMul", "k" + side, g.constant(np.repeat(g.weight("posenc.Wr.weight"), 2, 0).T))
        places.append((g.do("Cos", angles), g.do("Sin", angles)))
        states.append(linear("d" + side, "input_proj"))
    block = 0
    while f"lighterglue.transformers.{block}.self_attn.Wqkv.weight" in weights:
        name = f"transformers.{block}."
        states = [own(x, place, name + "self_attn") for x, place in zip(states, places)]
        name += "cross_attn"
        q, v = ([linear(x, name + kind) for x in states] for kind in (".to_qk", ".to_v"))
        scores = g.do("Mul", g.do("MatMul", q[0], across(q[1])), g.constant(width**-0.5))
        messages = [g.do("MatMul", g.do("Softmax", scores, axis=-1), v[1]),
                    g.do("MatMul", g.do("Softmax", across(scores), axis=-1), v[0])]
        states = [mixed(x, linear(m, name + ".to_out"), name + ".ffn") for x, m in zip(states, messages)]
        block += 1
    a, b = (g.do("Mul", linear(x, "assignment.final_proj"), g.constant(width**-0.25)) for x in states)
    za, zb = (g.do("Sigmoid", linear(x, "assignment.matchability")) for x in states)
    scores = g.do("MatMul", a, across(b))
    pairs = g.do("Mul", g.do("Softmax", scores, axis=1), g.do("Softmax", scores, axis=0))
    pairs = g.do("Mul", g.do("Mul", pairs, za), across(zb))
    return g.session({"k0": ["m", 2], "d0": ["m", 64], "k1": ["n", 2], "d1": ["n", 64]}, {"pairs": pairs})


def timed(session, inputs):
    times = []
    for _ in range(15):
        begun = time.process_time()
        result = session.run(None, inputs)
        times.append((time.process_time() - begun) * 1000)
    return sorted(times)[7], result


def main(path, folder):
    weights = read(path)
    height, width = 448, 640
    picture = np.fromfile(folder + "/picture0", np.uint8).reshape(height, width).astype(np.float32)
    picture = (picture - picture.mean()) / np.sqrt(picture.var() + 1e-5)
    spent, (found, _, _) = timed(xfeat(weights, height, width), {"x": picture[None, None]})
    points, descriptors = ([np.fromfile(f"{folder}/{kind}{side}", np.float32).reshape(-1, columns) for side in (0, 1)]
                           for kind, columns in (("points", 2), ("descriptors", 64)))
    found = found[0] / (np.linalg.norm(found[0], axis=0) + 1e-9)
    u, v = (np.clip(points[0][:, i] / (side - 1) * (side // 8) - 0.5, 0, side // 8 - 1.001)
            for i, side in ((0, width), (1, height)))
    i, j = u.astype(int), v.astype(int)
    u, v = u - i, v - j
    there = ((found[:, j, i] * (1 - u) + found[:, j, i + 1] * u) * (1 - v)
             + (found[:, j + 1, i] * (1 - u) + found[:, j + 1, i + 1] * u) * v).T
    there /= np.linalg.norm(there, axis=1, keepdims=True)
    print(f"XFeat, 640×448, ONNX Runtime, the network alone: {spent:.3f} ms")
    print(f"largest difference of a description: {np.abs(there - descriptors[0]).max():.1e}")
    places = [((p - [width / 2, height / 2]) / (width / 2)).astype(np.float32) for p in points]
    inputs = {"k0": places[0], "d0": descriptors[0], "k1": places[1], "d1": descriptors[1]}
    spent, (pairs,) = timed(lighterglue(weights), inputs)
    print(f"LighterGlue, {len(places[0])} × {len(places[1])} points, ONNX Runtime: {spent:.3f} ms")
    index = [{tuple(point): number for number, point in enumerate(p)} for p in points]
    matches = np.fromfile(folder + "/matches").reshape(-1, 5)
    there = [pairs[index[0][tuple(m[:2].astype(np.float32))], index[1][tuple(m[2:4].astype(np.float32))]] for m in matches]
    print(f"largest difference of a probability, {len(matches)} pairs: {np.abs(there - matches[:, 4]).max():.1e}")


main(*sys.argv[1:])
